import type { VerificationParts } from './verify-document.js';

export interface ServedVerification extends VerificationParts {
  /** DER of every certificate that ever sealed, including the current one. */
  readonly certificates: () => Promise<readonly Buffer[]>;
}

/** Injection token of the trust anchors and records that the verification uses. */
export const VERIFICATION_PARTS = Symbol('VerificationParts');
