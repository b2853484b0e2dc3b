import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An SQL condition: nobody has the job, and its last attempt failed. */
export const FAILED = 'worker IS NULL AND error IS NOT NULL';

/**
 * Owed work. A row ends when its work is done, and only then: what fails waits and is tried again. Times are
 * the database's.
 */
@Entity({ name: 'owed_jobs' })
@Unique('owed_jobs_key', ['key'])
@Index('owed_jobs_waiting', ['task', 'priority', 'runAt'], { where: 'worker IS NULL' })
@Index('owed_jobs_failed', ['task', 'madeAt'], { where: FAILED })
@Index('owed_jobs_taken', ['worker'], { where: 'worker IS NOT NULL' })
export class JobEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'owed_jobs_pkey',
  })
  id: string;

  @Column({ name: 'task', type: 'text' })
  task: string;

  /** What is owed: there is one row of it, waiting or taken. */
  @Column({ name: 'key', type: 'text' })
  key: string;

  @Column({ name: 'payload', type: 'jsonb' })
  payload: unknown;

  /** What it follows from: ids of a request and of a span, for log lines and traces alone. */
  @Column({ name: 'cause', type: 'jsonb', nullable: true })
  cause: unknown;

  /** 0: now. 1: called for by an event of long ago, behind all that is owed today. */
  @Column({ name: 'priority', type: 'smallint', default: 0 })
  priority: number;

  @Column({ name: 'run_at', type: 'timestamp with time zone', default: () => 'now()' })
  runAt: Date;

  /** Since when it is owed. */
  @Column({ name: 'made_at', type: 'timestamp with time zone', default: () => 'now()' })
  madeAt: Date;

  @Column({ name: 'attempts', type: 'integer', default: 0 })
  attempts: number;

  /** Asked for once more while it was in work: it begins anew when that has ended. */
  @Column({ name: 'again', type: 'boolean', default: false })
  again: boolean;

  /** Who has it (worker_heartbeats); null while it waits. */
  @Column({ name: 'worker', type: 'uuid', nullable: true })
  worker: string | null;

  @Column({ name: 'taken_at', type: 'timestamp with time zone', nullable: true })
  takenAt: Date | null;

  /** How often it was taken: an answer that comes late ends no later attempt. */
  @Column({ name: 'takes', type: 'integer', default: 0 })
  takes: number;

  /** Name and code of the last error; no message, since those may quote personal data. */
  @Column({ name: 'error', type: 'text', nullable: true })
  error: string | null;
}
