import { instant, optional, text, uuid } from './fields.js';

/** Open part of an event, in any kind of stream, which records that a key was destroyed. */
export const keyDestroyed = {
  keyId: text,
  destroyedAt: instant,
  /**
   * The event because of which the key was destroyed, and its hash. Absent if the key was destroyed before
   * receipts named them.
   */
  eventId: optional(uuid),
  eventHash: optional(text),
  receiptKeyId: text,
  /** Ed25519, base64: see docs/verification.md, 'Receipts of key destruction'. */
  receiptSignature: text,
};
