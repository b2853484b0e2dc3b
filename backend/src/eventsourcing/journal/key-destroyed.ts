import { instant, optional, text, uuid } from './fields.js';

/** Open part of an event that records a destroyed key, for any kind of stream. */
export const keyDestroyed = {
  keyId: text,
  destroyedAt: instant,
  /**
   * The event that called for the destruction, and its hash. Absent from destructions before receipts named
   * them.
   */
  eventId: optional(uuid),
  eventHash: optional(text),
  receiptKeyId: text,
  /** Ed25519, base64: see docs/verification.md, 'Receipts of key destruction'. */
  receiptSignature: text,
};
