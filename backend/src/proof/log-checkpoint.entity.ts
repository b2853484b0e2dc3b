import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed head of the tree over the log (rule:log-is-checkpointed). Kept for ever, never changed. */
@Entity({ name: 'log_checkpoints' })
export class LogCheckpointEntity {
  /** Leaves. */
  @PrimaryColumn({ name: 'size', type: 'bigint', primaryKeyConstraintName: 'log_checkpoints_pkey' })
  size: string;

  @Column({ name: 'root', type: 'bytea' })
  root: Buffer;

  @Column({ name: 'at', type: 'timestamp with time zone' })
  at: Date;

  @Column({ name: 'key_id', type: 'text' })
  keyId: string;

  /** Ed25519. */
  @Column({ name: 'signature', type: 'bytea' })
  signature: Buffer;
}
