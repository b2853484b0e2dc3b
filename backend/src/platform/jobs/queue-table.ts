import type { Pool } from 'pg';
import { JOBS_CHANNEL } from './enqueue.js';
import type { JobRequest } from './job.js';

/** A job that a worker has. */
export interface TakenJob {
  readonly id: string;
  readonly task: string;
  readonly payload: JobRequest['payload'];
  /** This one included. */
  readonly attempts: number;
  readonly takes: number;
}

/** A row that is being written waits for no disk: lost with the server's memory, it is found as it was before. */
const UNFLUSHED = `set_config('synchronous_commit', 'off', true)`;

const FREE = 'worker = NULL, taken_at = NULL';

/** The statements of one worker on the table of jobs. */
export class QueueTable {
  constructor(
    private readonly pool: Pool,
    private readonly worker: string,
  ) {}

  /**
   * Takes what is due, of each task at most so many, and says that the worker lives. What it is said to have
   * and does not (an answer was lost on the way) is freed.
   * @param inHand ids of what it has
   * @param lostMs milliseconds after which what was taken and is not in hand counts as lost
   */
  async take(
    places: ReadonlyMap<string, number>,
    inHand: readonly string[],
    lostMs: number,
  ): Promise<readonly TakenJob[]> {
    const taken: TakenJob[] = [];
    const left = new Map(places);
    for (const priority of [0, 1]) {
      const free = [...left].filter(([, n]) => n > 0);
      // The first look is the sign of life, also where every place is taken.
      if (priority > 0 && free.length === 0) break;
      const { rows } = await this.pool.query<TakenJob>(
        `WITH alive AS (
           INSERT INTO worker_heartbeats (worker_id, seen_at) SELECT $1::uuid, clock_timestamp() FROM ${UNFLUSHED}
           ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at),
         lost AS (
           UPDATE owed_jobs SET ${FREE} WHERE worker = $1 AND id <> ALL ($4::bigint[])
             AND taken_at < clock_timestamp() - $5 * interval '1 millisecond'),
         asked AS (SELECT task, places FROM unnest($2::text[], $3::int[]) AS a(task, places)),
         due AS MATERIALIZED (
           SELECT one.id FROM asked CROSS JOIN LATERAL (
             SELECT id FROM owed_jobs
             WHERE worker IS NULL AND task = asked.task AND priority = $6 AND run_at <= now()
             ORDER BY run_at LIMIT asked.places FOR UPDATE SKIP LOCKED) AS one)
         UPDATE owed_jobs SET worker = $1, taken_at = clock_timestamp(), takes = takes + 1, attempts = attempts + 1
         FROM due WHERE owed_jobs.id = due.id
         RETURNING owed_jobs.id, owed_jobs.task, owed_jobs.payload, owed_jobs.attempts, owed_jobs.takes`,
        [this.worker, free.map(([task]) => task), free.map(([, n]) => n), inHand, lostMs, priority],
      );
      taken.push(...rows);
      for (const { task } of rows) left.set(task, (left.get(task) ?? 0) - 1);
    }
    return taken;
  }

  /** Ends a job, or lets it begin anew where it was asked for meanwhile. Safe to repeat. */
  async finish({ id, takes }: TakenJob): Promise<void> {
    await this.pool.query(
      `WITH mine AS MATERIALIZED (
         SELECT owed_jobs.id, owed_jobs.again FROM ${UNFLUSHED}, owed_jobs
         WHERE owed_jobs.id = $1 AND worker = $2 AND takes = $3 FOR UPDATE OF owed_jobs),
       ended AS (DELETE FROM owed_jobs USING mine WHERE owed_jobs.id = mine.id AND NOT mine.again)
       UPDATE owed_jobs SET ${FREE}, again = false, attempts = 0, error = NULL, run_at = now()
       FROM mine WHERE owed_jobs.id = mine.id AND mine.again`,
      [id, this.worker, takes],
    );
  }

  /**
   * Safe to repeat.
   * @param error name and code of what failed, if anything did
   * @param waitMs milliseconds until the next attempt, unless it was asked for meanwhile
   */
  async putOff({ id, takes }: TakenJob, error: string | null, waitMs: number): Promise<void> {
    await this.pool.query(
      `UPDATE owed_jobs SET ${FREE}, again = false, error = $4,
         run_at = CASE WHEN again THEN now() ELSE now() + $5 * interval '1 millisecond' END
       FROM ${UNFLUSHED} WHERE id = $1 AND worker = $2 AND takes = $3`,
      [id, this.worker, takes, error, waitMs],
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
