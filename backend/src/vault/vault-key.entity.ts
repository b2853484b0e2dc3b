import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One data key, wrapped. Destroyed: the row stays as a tombstone, `wrapped` is null. */
@Entity({ name: 'vault_keys' })
@Index('vault_keys_key_id', ['keyId'], { unique: true })
@Index('vault_keys_destroyed_at', ['destroyedAt'])
@Index('vault_keys_destruction', ['destruction'], { unique: true, where: 'destruction IS NOT NULL' })
export class VaultKeyEntity {
  @PrimaryColumn({ name: 'subject', type: 'text', primaryKeyConstraintName: 'vault_keys_pkey' })
  subject: string;

  /** Null for the tombstone of a subject that never had a key here. */
  @Column({ name: 'key_id', type: 'uuid', nullable: true })
  keyId: string | null;

  @Column({ name: 'wrapped', type: 'bytea', nullable: true })
  wrapped: Buffer | null;

  @Column({ name: 'master_key_id', type: 'text', nullable: true })
  masterKeyId: string | null;

  @Column({ name: 'created_at', type: 'timestamp with time zone' })
  createdAt: Date;

  @Column({ name: 'destroyed_at', type: 'timestamp with time zone', nullable: true })
  destroyedAt: Date | null;

  /** Numbers the tombstones in the order of their transactions; null for a living key. */
  @Column({ name: 'destruction', type: 'bigint', nullable: true })
  destruction: string | null;
}
