import type { Pool } from 'pg';
import { JOBS_CHANNEL } from './enqueue.js';
import type { JobCause, JobRequest } from './job.js';

/** A job that a worker has. */
export interface TakenJob {
  readonly id: string;
  readonly task: string;
  readonly payload: JobRequest['payload'];
  /** Null where nothing is known that it follows from, as of what a sweep has found. */
  readonly cause: JobCause | null;
  /** This one included. */
  readonly attempts: number;
  readonly takes: number;
}

/** A row that is being written waits for no disk: lost with the server's memory, it is found as it was before. */
const UNFLUSHED = `set_config('synchronous_commit', 'off', true)`;

const FREE = 'worker = NULL, taken_at = NULL';

/** Milliseconds between two signs of life, which the janitor waits for ten times as long. */
const TOLD_MS = 500;

/** Of one task that is asked for. */
const DUE = (priority: number): string =>
  `SELECT id FROM owed_jobs WHERE worker IS NULL AND task = asked.task AND priority = ${priority} AND run_at <= now()
   AND id <> ALL ($4::bigint[]) ORDER BY run_at LIMIT asked.places FOR UPDATE SKIP LOCKED`;

/** The statements of one worker on the table of jobs. */
export class QueueTable {
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly worker: string,
  ) {}

  /**
   * Takes what is due, of each task at most so many, what is owed today before what is of long ago; and says now and
   * then that the worker lives. What it is said to have and does not (an answer was lost on the way) is freed; what it
   * has and is said not to is not taken again before it knows so. The ids that are due go into an array: joined with
   * them, the whole queue is read once PostgreSQL knows how long it is.
   * @param inHand ids of what it has
   * @param lostMs milliseconds after which what was taken and is not in hand counts as lost
   */
  async take(
    places: ReadonlyMap<string, number>,
    inHand: readonly string[],
    lostMs: number,
  ): Promise<readonly TakenJob[]> {
    const isTold = performance.now() - this.toldAt < TOLD_MS;
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
      [this.worker, [...places.keys()], [...places.values()], inHand, lostMs, isTold],
    );
    if (!isTold) this.toldAt = performance.now();
    return rows;
  }

  /** Ends a job, or lets it begin anew where it was asked for meanwhile. Safe to repeat. */
  async finish({ id, takes }: TakenJob): Promise<'over' | 'anew'> {
    const { rowCount } = await this.pool.query(
      `WITH mine AS MATERIALIZED (
         SELECT owed_jobs.id, owed_jobs.again FROM ${UNFLUSHED}, owed_jobs
         WHERE owed_jobs.id = $1 AND worker = $2 AND takes = $3 FOR UPDATE OF owed_jobs),
       ended AS (DELETE FROM owed_jobs USING mine WHERE owed_jobs.id = mine.id AND NOT mine.again)
       UPDATE owed_jobs SET ${FREE}, again = false, attempts = 0, error = NULL, run_at = now(), made_at = now()
       FROM mine WHERE owed_jobs.id = mine.id AND mine.again`,
      [id, this.worker, takes],
    );
    return rowCount === 0 ? 'over' : 'anew';
  }

  /**
   * Safe to repeat.
   * @param error name and code of what failed, if anything did
   * @param waitMs milliseconds until the next attempt, unless it was asked for meanwhile
   */
  putOff(job: TakenJob, error: string | null, waitMs: number): Promise<void> {
    return this.giveBack(job, job.attempts, error, waitMs);
  }

  /** As `putOff`, but the attempt does not count. */
  breakOff(job: TakenJob, error: string, waitMs: number): Promise<void> {
    return this.giveBack(job, job.attempts - 1, error, waitMs);
  }

  private async giveBack(
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

  async has({ id, takes }: TakenJob): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'SELECT FROM owed_jobs WHERE id = $1 AND worker = $2 AND takes = $3',
      [id, this.worker, takes],
    );
    return rowCount === 1;
  }

  /**
   * All but what is still in work goes to others at once; that, when this worker has been silent for long
   * enough to be dead.
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
