/** A sealed blob as it is stored, with everything that opening it requires, except the key. */
export interface Sealed {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly keyId: string;
  /** Format byte, nonce, ciphertext and tag. */
  readonly bytes: Uint8Array;
}
