/**
 * Signed acknowledgement of one act, made from the event as read back. `signature` is Ed25519 (base64) over
 * the canonical JSON of the rest.
 */
export interface Receipt {
  stream: string;
  revision: number;
  /** SHA-256, hexadecimal. */
  eventHash: string;
  at: string;
  /** The newest signed tree head when the receipt was made, or null before the first. */
  lastCheckpoint: string | null;
  keyId: string;
  signature: string;
}
