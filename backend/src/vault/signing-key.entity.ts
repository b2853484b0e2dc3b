import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Public halves of every key that ever signed. Kept for ever: old receipts stay verifiable. */
@Entity({ name: 'signing_keys' })
export class SigningKeyEntity {
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'signing_keys_pkey' })
  keyId: string;

  /** Ed25519, 32 bytes. */
  @Column({ name: 'public_key', type: 'bytea' })
  publicKey: Buffer;

  @Column({ name: 'purpose', type: 'text' })
  purpose: string;

  /** That this service wrote the row (`ownKeysIn`); null in rows of before. */
  @Column({ name: 'proof', type: 'text', nullable: true })
  proof: string | null;

  @Column({ name: 'created_at', type: 'timestamp with time zone', default: () => 'now()' })
  createdAt: Date;
}
