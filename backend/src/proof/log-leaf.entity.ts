import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A leaf of the tree over the log (rule:log-is-checkpointed). Never changed, never removed: also not where the event
 * is no longer in the log.
 */
@Entity({ name: 'log_leaves' })
@Index('log_leaves_stream', ['stream', 'revision'])
export class LogLeafEntity {
  /** In the tree, counted from 0 and without gaps. */
  @PrimaryColumn({ name: 'place', type: 'bigint', primaryKeyConstraintName: 'log_leaves_pkey' })
  place: string;

  /** SHA-256, 32 bytes. */
  @Index('log_leaves_event_hash', { unique: true })
  @Column({ name: 'event_hash', type: 'bytea' })
  eventHash: Buffer;

  /** Of the event as it was met, to find it again; the tree is over hashes alone. */
  @Column({ name: 'stream', type: 'text' })
  stream: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;
}
