import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** The values that open the commitment to an agreement's text. They are sealed with the NDA's other data. */
export interface SealedAgreement {
  /** SHA-256 of the canonical agreement, hexadecimal. */
  readonly agreementHash: string;
  /**
   * 32 random bytes, base64. Empty for version 1 of the creation event, because that version recorded the
   * hash in plain text.
   */
  readonly agreementSalt: string;
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * Returns the SHA-256, hexadecimal, of the salt's bytes followed by the 32 bytes of the agreement's hash
 * (rule:agreement-commitment). Somebody who guesses the text cannot confirm the guess without the salt.
 */
export const agreementCommitment = ({ agreementHash, agreementSalt }: SealedAgreement): string =>
  bytesToHex(sha256(concatBytes(bytesOf(agreementSalt), hexToBytes(agreementHash))));
