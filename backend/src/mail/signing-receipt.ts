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
 * Returns a notice for a party's mail: the content of the receipt for that party's signature, and how to
 * check the receipt (rule:receipts-go-with-the-document).
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
    // The file at this address is for programs, so the address has no `lang` parameter.
    more: { text: more(fileName), url: `${publicUrl}/api/receipts/${eventHash}` },
  };
}

/**
 * Returns the receipt as a JSON file, exactly as it was issued. The receipt's signature covers the receipt's
 * canonical form.
 */
export const receiptFile = (language: Language, receipt: Receipt): MailAttachment => ({
  filename: WORDS[language].fileName,
  contentType: 'application/json',
  content: Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`, 'utf8'),
});
