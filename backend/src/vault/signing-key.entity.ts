import { byDefault, bytea, entityOf, instant, NOW, orNull, text } from '../platform/postgres/columns.js';

/** Public halves of every key that ever signed. Kept for ever: old receipts stay verifiable. */
export const SigningKeyEntity = entityOf('signing_keys', ['keyId'], {
  keyId: text(),
  /** Ed25519, 32 bytes. */
  publicKey: bytea,
  purpose: text(),
  /** That this service wrote the row (`ownKeysIn`); null in rows of before. */
  proof: orNull(text()),
  createdAt: byDefault(NOW, instant),
});
