/** A sealed blob as stored, with all that is needed to open it. */
export interface Sealed {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly keyId: string;
  /** Format byte, nonce, ciphertext and tag. */
  readonly bytes: Uint8Array;
}
