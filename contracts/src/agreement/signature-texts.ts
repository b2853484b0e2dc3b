import type { Language } from '../enums.js';

/** Texts at section 17 beside the agreement's own text. They are not part of the canonical document. */
export interface SignatureTexts {
  /** Replaces the boxes until Party 1 has confirmed. */
  readonly signaturesPending: string;
  /** In the box of a party that has not signed. */
  readonly notSignedYet: string;
  /** Before the time of a signature. */
  readonly signedOn: string;
  /** Under the name, if the party is a company. */
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
