import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The verification of the whole log that is under way, or was the last one (rule:log-is-verified). One row. */
@Entity({ name: 'log_verification' })
export class LogVerificationEntity {
  @PrimaryColumn({
    name: 'single',
    type: 'boolean',
    default: true,
    primaryKeyConstraintName: 'log_verification_pkey',
  })
  single: boolean;

  /** running, done, failed */
  @Column({ name: 'state', type: 'text' })
  state: string;

  /** Raised by whoever takes the run over: whoever had it before writes nothing any more. */
  @Column({ name: 'turn', type: 'bigint' })
  turn: string;

  /** Whose positions `pass` names. */
  @Column({ name: 'store_id', type: 'text', nullable: true })
  storeId: string | null;

  /** How far it is: a `PassState`, its hashes in hexadecimal. */
  @Column({ name: 'pass', type: 'jsonb', nullable: true })
  pass: object | null;

  @Column({ name: 'started_at', type: 'timestamp with time zone' })
  startedAt: Date;

  @Column({ name: 'finished_at', type: 'timestamp with time zone', nullable: true })
  finishedAt: Date | null;

  @Column({ name: 'first_broken', type: 'jsonb', nullable: true })
  firstBroken: object | null;
}
