import { byDefault, bytea, entityOf, instant, NOW, orNull, text } from '../platform/postgres/columns.js';

/**
 * The public half of every key that ever signed. Rows are kept permanently, so that old receipts stay
 * verifiable.
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
