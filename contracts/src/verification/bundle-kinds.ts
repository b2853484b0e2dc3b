/** The possible verdicts on an evidence bundle (docs/verification.md, 'The bundle'). */
export type BundleState = 'intact' | 'broken' | 'unknown';

interface KindEntry {
  readonly verdict: Exclude<BundleState, 'intact'>;
  readonly de: string;
  readonly en: string;
}

const unknown = (de: string, en: string): KindEntry => ({ verdict: 'unknown', de, en });
const broken = (de: string, en: string): KindEntry => ({ verdict: 'broken', de, en });

/**
 * The reasons why a bundle is not intact. Each reason has a verdict, and a sentence for the person who had
 * the bundle checked.
 */
export const BUNDLE_KINDS = {
  not_a_bundle: unknown(
    'Die Datei ist kein Nachweis von Siegel.',
    'The file is no evidence bundle of Siegel.',
  ),
  too_large: unknown(
    'Die Datei ist größer, als ein Nachweis sein kann.',
    'The file is larger than any evidence bundle.',
  ),
  unknown_format: unknown(
    'Der Nachweis hat ein anderes Format. Nehmen Sie eine neuere Fassung dieses Programms.',
    'The bundle is of another format. Use a newer version of this program.',
  ),
  too_many_events: unknown(
    'Der Nachweis hat mehr Ereignisse, als ein Nachweis haben kann.',
    'The bundle has more events than any bundle.',
  ),
  consistent_in_itself: unknown(
    'In sich stimmt alles. Wer den Nachweis erstellt hat, ist damit nicht gesagt: Geben Sie mit --keys die Schlüssel des Betreibers an.',
    'Everything fits together. Who made the bundle is not said by that: give the operator’s keys with --keys.',
  ),
  key_unknown: unknown(
    'In sich stimmt alles, aber ein Schlüssel ist keiner von denen, die Sie angegeben haben.',
    'Everything fits together, but a key is none of those that you gave.',
  ),
  certificate_unknown: unknown(
    'In sich stimmt alles, aber ein Zertifikat ist keines von denen, die Sie angegeben haben.',
    'Everything fits together, but a certificate is none of those that you gave.',
  ),
  cut_off: broken('Das Ende der Datei fehlt.', 'The end of the file is missing.'),
  trailing_bytes: broken(
    'Hinter dem Ende der Datei steht etwas.',
    'There is something behind the end of the file.',
  ),
  hidden_bytes: broken('Zwischen den Dateien steht etwas.', 'There is something between the files.'),
  overlapping: broken('Zwei Dateien teilen sich Bytes.', 'Two files share bytes.'),
  zip64: broken('Das Archiv benutzt ZIP64.', 'The archive uses ZIP64.'),
  encrypted: broken('Eine Datei ist verschlüsselt.', 'A file is encrypted.'),
  data_descriptor: broken('Die Größe einer Datei steht hinter ihr.', 'The size of a file stands behind it.'),
  compressed: broken('Eine Datei ist gepackt.', 'A file is compressed.'),
  zip_broken: broken('Das Archiv ist beschädigt.', 'The archive is damaged.'),
  bad_name: broken('Eine Datei hat einen unerlaubten Namen.', 'A file has a name that is not allowed.'),
  duplicate_file: broken('Eine Datei ist zweimal da.', 'A file is there twice.'),
  extra_file: broken('Eine Datei gehört nicht dazu.', 'A file does not belong there.'),
  missing_file: broken('Eine Datei fehlt.', 'A file is missing.'),
  files_out_of_order: broken('Die Dateien stehen in falscher Reihenfolge.', 'The files are out of order.'),
  too_many_files: broken('Das Archiv hat zu viele Dateien.', 'The archive has too many files.'),
  file_too_large: broken(
    'Eine Datei im Nachweis ist größer, als sie in einem Nachweis sein kann. Sie wurde nicht gelesen.',
    'A file in the bundle is larger than it is in any bundle. It was not read.',
  ),
  too_many_values: broken(
    'Eine Datei im Nachweis hat mehr Einträge, als sie in einem Nachweis haben kann. Sie wurde nicht gelesen.',
    'A file in the bundle has more entries than it has in any bundle. It was not read.',
  ),
  crc_wrong: broken('Eine Datei ist nicht, wie sie gepackt wurde.', 'A file is not as it was packed.'),
  file_changed: broken(
    'Eine Datei ist nicht die, die das Verzeichnis nennt.',
    'A file is not the one that the manifest names.',
  ),
  readme_wrong: broken('README.txt ist nicht die des Formats.', 'README.txt is not that of the format.'),
  unreadable: broken('Eine Datei lässt sich nicht lesen.', 'A file cannot be read.'),
  other_stream: broken(
    'Ein Ereignis gehört zu einer anderen Vereinbarung.',
    'An event belongs to another agreement.',
  ),
  event_missing: broken('Ein Ereignis fehlt.', 'An event is missing.'),
  event_doubled: broken('Ein Ereignis ist noch einmal da.', 'An event is there again.'),
  order_broken: broken('Die Ereignisse stehen in falscher Reihenfolge.', 'The events are out of order.'),
  event_altered: broken('Ein Ereignis wurde verändert.', 'An event was altered.'),
  chain_broken: broken(
    'Ein Ereignis folgt nicht auf das vor ihm.',
    'An event does not follow the one before it.',
  ),
  time_runs_back: broken(
    'Ein Ereignis ist älter als das vor ihm.',
    'An event is older than the one before it.',
  ),
  opening_missing: broken('Eine Offenlegung fehlt.', 'An opening is missing.'),
  opening_wrong: broken(
    'Offengelegt ist etwas anderes, als festgehalten wurde.',
    'What is disclosed is not what was recorded.',
  ),
  agreement_wrong: broken(
    'Der Text ist nicht der, der unterschrieben wurde.',
    'The text is not the one that was signed.',
  ),
  document_wrong: broken(
    'Das Dokument ist nicht das, das versiegelt wurde.',
    'The document is not the one that was sealed.',
  ),
  certificate_wrong: broken(
    'Die Zertifikate sind nicht die, die die Ereignisse nennen.',
    'The certificates are not those that the events name.',
  ),
  receipt_missing: broken('Ein Beleg fehlt.', 'A receipt is missing.'),
  receipt_wrong: broken('Ein Beleg gilt etwas anderem.', 'A receipt is of something else.'),
  receipt_signature_wrong: broken(
    'Die Signatur eines Belegs stimmt nicht.',
    'The signature of a receipt is wrong.',
  ),
  key_missing: broken('Ein Schlüssel fehlt.', 'A key is missing.'),
  key_wrong: broken(
    'Die Schlüssel sind nicht die, die genannt werden.',
    'The keys are not those that are named.',
  ),
  checkpoint_signature_wrong: broken(
    'Die Signatur des Prüfpunkts stimmt nicht.',
    'The signature of the checkpoint is wrong.',
  ),
  proof_missing: broken('Ein Beweis fehlt.', 'A proof is missing.'),
  proof_wrong: broken(
    'Es ist nicht bewiesen, dass ein Ereignis im Protokoll steht.',
    'It is not proven that an event is in the log.',
  ),
  consistency_wrong: broken(
    'Ein Prüfpunkt, den ein Beleg nennt, ist nicht der Anfang dieses Prüfpunkts.',
    'A checkpoint that a receipt names is not the beginning of this one.',
  ),
} as const satisfies Readonly<Record<string, KindEntry>>;

export type BundleKind = keyof typeof BUNDLE_KINDS;
