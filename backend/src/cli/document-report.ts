import type { Language } from '@siegel/contracts/enums';
import { formatTimestamp } from '@siegel/contracts/formats';
import { REASON_TEXTS } from '@siegel/contracts/verification/reasons';
import type { Verification } from '../verification/verify-document.js';

const VERDICTS = {
  authentic: { de: 'ECHT', en: 'AUTHENTIC' },
  altered: { de: 'VERÄNDERT', en: 'ALTERED' },
  unknown: { de: 'UNBEKANNT', en: 'UNKNOWN' },
} as const;
const CHECKSUM = { de: 'Prüfsumme der Datei (SHA-256):', en: 'Checksum of the file (SHA-256):' } as const;
const OTHER_CHECKSUM = {
  de: 'Das ist nicht die Prüfsumme, die erwartet wurde: Es ist eine andere Datei.',
  en: 'This is not the checksum that was expected: it is another file.',
} as const;
const ROLES = {
  party1: { de: 'Offenlegende Partei', en: 'Disclosing Party' },
  party2: { de: 'Empfangende Partei', en: 'Receiving Party' },
  seal: { de: 'Siegel', en: 'Seal' },
} as const;

/**
 * Returns the report on a document as text for people to read.
 * @param checksum SHA-256 of the file, in hexadecimal
 * @param isAsked true if the checksum is the expected one, or if none was expected
 */
export function documentText(
  found: Verification,
  checksum: string,
  isAsked: boolean,
  language: Language,
): string {
  const signatures = found.signatures.map(
    ({ role, name, at }) =>
      `  ${ROLES[role][language]}: ${name}${at === null ? '' : `, ${formatTimestamp(at, 'UTC')} UTC`}`,
  );
  return [
    VERDICTS[found.verdict][language],
    ...(found.ndaId === undefined ? [] : [`  ${found.ndaId}`]),
    ...signatures,
    ...found.reasons.map((reason) => `  - ${REASON_TEXTS[reason][language]}`),
    `  ${CHECKSUM[language]} ${checksum}`,
    ...(isAsked ? [] : [`  ${OTHER_CHECKSUM[language]}`]),
  ].join('\n');
}

/** Returns the report as one line of JSON, for other programs to read. */
export const documentLine = (
  { verdict, ndaId, reasons, signatures }: Verification,
  sha256: string,
  isAsked: boolean,
): string =>
  JSON.stringify({ verdict, ndaId: ndaId ?? null, reasons, signatures, sha256, expected: isAsked });
