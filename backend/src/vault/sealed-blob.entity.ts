import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Signature images and documents of record, sealed with their subject's key. */
@Entity({ name: 'sealed_blobs' })
export class SealedBlobEntity {
  @PrimaryColumn({ name: 'subject', type: 'text', primaryKeyConstraintName: 'sealed_blobs_pkey' })
  subject: string;

  @PrimaryColumn({ name: 'label', type: 'text', primaryKeyConstraintName: 'sealed_blobs_pkey' })
  label: string;

  @Column({ name: 'bytes', type: 'bytea' })
  bytes: Buffer;

  @Column({ name: 'created_at', type: 'timestamp with time zone', default: () => 'now()' })
  createdAt: Date;
}
