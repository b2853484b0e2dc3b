import type { Language } from '../enums.js';

/** What stands at section 17 beside the agreement's own text; not part of the canonical document. */
export interface SignatureTexts {
  /** Instead of the boxes, before Party 1 has confirmed. */
  readonly signaturesPending: string;
  /** In the box of a party that has not signed. */
  readonly notSignedYet: string;
  /** Before the time of a signature. */
  readonly signedOn: string;
  /** Under the name, where a company is the party. */
  readonly signsFor: (company: string) => string;
}

export const SIGNATURE_TEXTS: Readonly<Record<Language, SignatureTexts>> = {
  de: {
    signaturesPending: 'Die Unterschriften werden nach der Bestätigung hinzugefügt.',
    notSignedYet: 'Noch nicht unterschrieben',
    signedOn: 'Unterschrieben am',
    signsFor: (company) => `für ${company}`,
  },
  en: {
    signaturesPending: 'The signatures will be added after confirmation.',
    notSignedYet: 'Not signed yet',
    signedOn: 'Signed on',
    signsFor: (company) => `for ${company}`,
  },
};
