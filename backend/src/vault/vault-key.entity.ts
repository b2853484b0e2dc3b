import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One data key, wrapped. Destroyed: the row stays as a tombstone, `wrapped` is null. */
@Entity({ name: 'vault_keys' })
@Index('vault_keys_key_id', ['keyId'], { unique: true })
@Index('vault_keys_destroyed_at', ['destroyedAt'])
@Index('vault_keys_destroyed_in', ['destroyedIn'], { where: 'destroyed_in IS NOT NULL' })
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

  /** Number of the transaction that destroyed it, in the server of that time; null before there was this. */
  @Column({ name: 'destroyed_in', type: 'bigint', nullable: true })
  destroyedIn: string | null;
}
