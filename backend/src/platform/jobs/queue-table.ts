import type { Pool } from 'pg';
import { JOBS_CHANNEL } from './enqueue.js';
import type { JobCause, JobRequest } from './job.js';
import { WAITING } from './job.entity.js';

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  readonly task: string;
  readonly payload: JobRequest['payload'];
  /** The job's cause; null if it is unknown. Jobs that a sweep found have no known cause. */
  readonly cause: JobCause | null;
  /** Includes the current attempt. */
  readonly attempts: number;
  readonly takes: number;
}

/**
 * Lets a commit return before the write is on disk. If the server crashes before that, the write may be lost.
 * The row then has its previous content.
 */
const UNFLUSHED = `set_config('synchronous_commit', 'off', true)`;

const FREE = 'worker = NULL, taken_at = NULL';

/**
 * Milliseconds between two heartbeats. A worker counts as dead after ten times this time without a heartbeat.
 */
const SIGN_MS = 500;

/** Selects the due jobs of one requested task that have this priority. */
const DUE = (priority: number): string =>
  `SELECT id FROM owed_jobs WHERE ${WAITING} AND task = asked.task AND priority = ${priority} AND run_at <= now()
   AND id <> ALL ($4::bigint[]) ORDER BY run_at LIMIT asked.places FOR UPDATE SKIP LOCKED`;

/** The statements with which one worker uses the table of jobs. */
export class QueueTable {
  private lastSignAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly worker: string,
  ) {}

  /**
   * Takes due jobs, at most the given number for each task. Jobs for new events come before jobs for old
   * events. The statement also writes the worker's heartbeat, unless the last heartbeat is recent.
   *
   * If the response to an earlier call was lost, the table may assign a job to this worker although the
   * worker does not know of the job. Such a job is freed. The table may also show a job as free although this
   * worker still runs it. Such a job is not taken again until the worker has noticed that it lost the job.
   *
   * The statement puts the ids of due jobs into an array, because with a join PostgreSQL would read the whole
   * queue as soon as it has statistics on the queue's length.
   * @param places maximum number of jobs to take for each task
   * @param inHand ids of the jobs that the worker has
   * @param lostMs milliseconds after which a job that was taken but is not in `inHand` is freed
   */
  async take(
    places: ReadonlyMap<string, number>,
    inHand: readonly string[],
    lostMs: number,
  ): Promise<readonly TakenJob[]> {
    const isSignFresh = performance.now() - this.lastSignAt < SIGN_MS;
    const { rows } = await this.pool.query<TakenJob>(
      `WITH alive AS (
         INSERT INTO worker_heartbeats (worker_id, seen_at) SELECT $1::uuid, clock_timestamp() FROM ${UNFLUSHED} WHERE NOT $6
         ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at),
       lost AS (
         UPDATE owed_jobs SET ${FREE} WHERE worker = $1 AND id <> ALL ($4::bigint[])
           AND taken_at < clock_timestamp() - $5 * interval '1 millisecond'),
       asked AS (SELECT task, places FROM unnest($2::text[], $3::int[]) AS a(task, places)),
       due AS MATERIALIZED (
         SELECT one.id FROM asked CROSS JOIN LATERAL (
           SELECT id FROM (${DUE(0)}) AS today UNION ALL SELECT id FROM (${DUE(1)}) AS past LIMIT asked.places) AS one)
       UPDATE owed_jobs SET worker = $1, taken_at = clock_timestamp(), takes = takes + 1, attempts = attempts + 1
       WHERE owed_jobs.id = ANY (ARRAY(SELECT id FROM due))
       RETURNING owed_jobs.id, owed_jobs.task, owed_jobs.payload, owed_jobs.cause, owed_jobs.attempts, owed_jobs.takes`,
      [this.worker, [...places.keys()], [...places.values()], inHand, lostMs, isSignFresh],
    );
    if (!isSignFresh) this.lastSignAt = performance.now();
    return rows;
  }

  /**
   * Deletes a job that is done. If the job was requested again while it was running, frees it for another run
   * instead. Safe to repeat.
   */
  async finish({ id, takes }: TakenJob): Promise<'over' | 'again'> {
    const { rowCount } = await this.pool.query(
      `WITH mine AS MATERIALIZED (
         SELECT owed_jobs.id, owed_jobs.again FROM ${UNFLUSHED}, owed_jobs
         WHERE owed_jobs.id = $1 AND worker = $2 AND takes = $3 FOR UPDATE OF owed_jobs),
       ended AS (DELETE FROM owed_jobs USING mine WHERE owed_jobs.id = mine.id AND NOT mine.again)
       UPDATE owed_jobs SET ${FREE}, again = false, attempts = 0, error = NULL, run_at = now(), made_at = now()
       FROM mine WHERE owed_jobs.id = mine.id AND mine.again`,
      [id, this.worker, takes],
    );
    return rowCount === 0 ? 'over' : 'again';
  }

  /**
   * Frees a job for a later attempt. Safe to repeat.
   * @param error name and code of the failure, if there was one
   * @param waitMs milliseconds until the next attempt; not used if the job was requested again while it was
   * running
   */
  retryLater(job: TakenJob, error: string | null, waitMs: number): Promise<void> {
    return this.release(job, job.attempts, error, waitMs);
  }

  /** Like `retryLater`, but the attempt is not counted. */
  retryUncounted(job: TakenJob, error: string, waitMs: number): Promise<void> {
    return this.release(job, job.attempts - 1, error, waitMs);
  }

  private async release(
    { id, takes }: TakenJob,
    attempts: number,
    error: string | null,
    waitMs: number,
  ): Promise<void> {
    await this.pool.query(
      `UPDATE owed_jobs SET ${FREE}, again = false, attempts = $4, error = $5,
         run_at = CASE WHEN again THEN now() ELSE now() + $6 * interval '1 millisecond' END
       FROM ${UNFLUSHED} WHERE id = $1 AND worker = $2 AND takes = $3`,
      [id, this.worker, takes, attempts, error, waitMs],
    );
  }

  /**
   * Parks a job. The attempt is not counted. The job stays parked even if it was requested again while it was
   * running. Safe to repeat.
   */
  async park({ id, takes, attempts }: TakenJob, subject: string): Promise<void> {
    await this.pool.query(
      `UPDATE owed_jobs SET ${FREE}, again = false, attempts = $4, error = NULL, parked_for = $5
       FROM ${UNFLUSHED} WHERE id = $1 AND worker = $2 AND takes = $3`,
      [id, this.worker, takes, attempts - 1, subject],
    );
  }

  async has({ id, takes }: TakenJob): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'SELECT FROM owed_jobs WHERE id = $1 AND worker = $2 AND takes = $3',
      [id, this.worker, takes],
    );
    return rowCount === 1;
  }

  /**
   * Immediately frees all jobs of this worker, except the running jobs. The janitor frees the running jobs
   * later, when this worker has sent no heartbeat for long enough to count as dead.
   */
  async leave(inHand: readonly string[]): Promise<void> {
    await this.pool.query(
      `WITH freed AS (UPDATE owed_jobs SET ${FREE} WHERE worker = $1 AND id <> ALL ($2::bigint[]) RETURNING id),
       gone AS (DELETE FROM worker_heartbeats WHERE worker_id = $1 AND cardinality($2::bigint[]) = 0)
       SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM freed LIMIT 1) AS any_freed`,
      [this.worker, inHand],
    );
  }
}
