import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import type { Receipt } from '@siegel/contracts/receipt';
import type { MailNotice } from './mail-layout.js';
import type { MailSite } from './mail-site.js';
import type { MailAttachment } from './mail-transport.js';
import { inBothLanguages } from '../platform/language/both-languages.js';

const WORDS = inBothLanguages({
  de: {
    fileName: 'beleg.json',
    title: 'Ihr Beleg',
    labels: {
      entry: 'Was er bestätigt',
      hash: 'Prüfsumme des Eintrags',
      checkpoint: 'Letzter Prüfpunkt davor',
      key: 'Schlüssel',
      signature: 'Signatur des Dienstes',
    },
    entry: (number: number, at: string) =>
      `Ihre Unterschrift wurde am ${at} als Eintrag ${number} dieser Vereinbarung aufgezeichnet.`,
    noCheckpoint: 'keiner',
    more: (fileName: string) =>
      `Bitte bewahren Sie den Beleg auf; er liegt auch als Datei ${fileName} bei. Mit ihm lässt sich zeigen, ob jemand diesen Eintrag später geändert oder entfernt hat. Sobald der nächste Prüfpunkt den Eintrag umfasst, steht unter dieser Adresse der Nachweis, dass er zum Verzeichnis aller Einträge gehört:`,
  },
  en: {
    fileName: 'receipt.json',
    title: 'Your receipt',
    labels: {
      entry: 'What it confirms',
      hash: 'Checksum of the entry',
      checkpoint: 'Last checkpoint before it',
      key: 'Key',
      signature: 'Signature of the service',
    },
    entry: (number, at) => `Your signature was recorded on ${at} as entry ${number} of this agreement.`,
    noCheckpoint: 'none',
    more: (fileName) =>
      `Please keep the receipt; it is also attached as the file ${fileName}. It can show whether anybody changed or removed this entry later. Once the next checkpoint covers the entry, this address gives the proof that it belongs to the list of all entries:`,
  },
});

/**
 * Splits a text into groups of eight characters, which a reader can compare and every mail program can wrap.
 */
export const inGroups = (text: string): string => text.replace(/.{8}(?=.)/g, '$& ');

/**
 * The content of a party's receipt of its own signature, and how to check it
 * (rule:receipts-go-with-the-document).
 */
export function receiptNotice(
  { publicUrl }: Pick<MailSite, 'publicUrl'>,
  language: Language,
  { revision, at, eventHash, lastCheckpoint, keyId, signature }: Receipt,
): MailNotice {
  const { title, labels, entry, noCheckpoint, more, fileName } = WORDS[language];
  return {
    title,
    points: [
      [labels.entry, entry(revision + 1, formatDateTime(at, language))],
      [labels.hash, inGroups(eventHash)],
      [labels.checkpoint, lastCheckpoint ?? noCheckpoint],
      [labels.key, keyId],
      [labels.signature, inGroups(signature)],
    ],
    // The file is for programs, so it has no language.
    more: { text: more(fileName), url: `${publicUrl}/api/receipts/${eventHash}` },
  };
}

/** The receipt itself as JSON, exactly as it was issued. The signature covers its canonical form. */
export const receiptFile = (language: Language, receipt: Receipt): MailAttachment => ({
  filename: WORDS[language].fileName,
  contentType: 'application/json',
  content: Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`, 'utf8'),
});
