import { instant, optional, text, uuid } from './fields.js';

/** Open part of an event that records the destruction of a key. The event may be in any kind of stream. */
export const keyDestroyed = {
  keyId: text,
  destroyedAt: instant,
  /**
   * The event because of which the key was destroyed, and the hash of that event. Absent if the key was
   * destroyed when receipts did not yet name the event and its hash.
   */
  eventId: optional(uuid),
  eventHash: optional(text),
  receiptKeyId: text,
  /** Ed25519, base64: see docs/verification.md, 'Receipts of key destruction'. */
  receiptSignature: text,
};
