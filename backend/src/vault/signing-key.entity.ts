import { byDefault, bytea, entityOf, instant, NOW, orNull, text } from '../platform/postgres/columns.js';

/**
 * The public part of each signing key that CHECKPOINT_KEY has ever contained. Rows are kept permanently, so
 * that old receipts stay verifiable.
 */
export const SigningKeyEntity = entityOf('signing_keys', ['keyId'], {
  keyId: text(),
  /** Ed25519, 32 bytes. */
  publicKey: bytea,
  purpose: text(),
  /** Proof that this service wrote the row (`ownKeysIn`); null in older rows. */
  proof: orNull(text()),
  createdAt: byDefault(NOW, instant),
});
