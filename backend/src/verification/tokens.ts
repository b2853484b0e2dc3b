import type { VerificationParts } from './verify-document.js';

export interface ServedVerification extends VerificationParts {
  /** DER of every certificate that ever sealed, and of the one that seals now. */
  readonly certificates: () => Promise<readonly Buffer[]>;
}

/** Injection token of what the verification looks things up with. */
export const VERIFICATION_PARTS = Symbol('VerificationParts');
