import { instant, optional, text, uuid } from './fields.js';

/** The open part of an event that tells of a destroyed key, whatever its stream is of. */
export const keyDestroyed = {
  keyId: text,
  destroyedAt: instant,
  /** The event that called for it, and its hash; absent of destructions from before the receipt named them. */
  eventId: optional(uuid),
  eventHash: optional(text),
  receiptKeyId: text,
  /** Ed25519, base64: see docs/verification.md, 'Receipts of key destruction'. */
  receiptSignature: text,
};
