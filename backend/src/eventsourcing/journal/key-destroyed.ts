import { type FieldsOf, instant, optional, text, uuid } from './fields.js';

/** The open part of an event that tells of a destroyed key, whatever its stream is of. */
export interface KeyDestroyed {
  readonly keyId: string;
  readonly destroyedAt: string;
  /** The event that called for it, and its hash; absent of destructions from before the receipt named them. */
  readonly eventId?: string;
  readonly eventHash?: string;
  readonly receiptKeyId: string;
  /** Ed25519, base64: see docs/verification.md, 'Receipts of key destruction'. */
  readonly receiptSignature: string;
}

export const keyDestroyed: FieldsOf<KeyDestroyed> = {
  keyId: text,
  destroyedAt: instant,
  eventId: optional(uuid),
  eventHash: optional(text),
  receiptKeyId: text,
  receiptSignature: text,
};
