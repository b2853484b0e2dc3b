import { bigint, bytea, entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * One wrapped data key. When the key is destroyed, the row stays as a tombstone, and `wrapped` becomes null.
 */
export const VaultKeyEntity = entityOf(
  'vault_keys',
  ['subject'],
  {
    subject: text(),
    /** Null in the tombstone of a subject that never had a key in this database. */
    keyId: orNull(uuid),
    wrapped: orNull(bytea),
    masterKeyId: orNull(text()),
    createdAt: instant,
    destroyedAt: orNull(instant),
    /**
     * Numbers the tombstones in the order in which their transactions are committed; null for a living key.
     */
    destruction: orNull(bigint),
  },
  [
    { name: 'vault_keys_key_id', on: ['keyId'], unique: true },
    { name: 'vault_keys_destroyed_at', on: ['destroyedAt'] },
    { name: 'vault_keys_destruction', on: ['destruction'], unique: true, where: 'destruction IS NOT NULL' },
  ],
);
