import type { Language } from '../enums.js';

/**
 * Texts that section 17 shows in addition to the agreement's own text. They are not part of the canonical
 * document.
 */
export interface SignatureTexts {
  /** Shown instead of the boxes until Party 1 has confirmed. */
  readonly signaturesPending: string;
  /** Shown in the box of a party that has not signed. */
  readonly notSignedYet: string;
  /** Precedes the time of a signature. */
  readonly signedOn: string;
  /** Shown below the name if the party is a company. */
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
