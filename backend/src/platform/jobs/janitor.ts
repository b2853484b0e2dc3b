import type { Pool } from 'pg';
import type { Logger } from '../logging/logger.js';
import { JOBS_CHANNEL } from './enqueue.js';
import type { Scheduled } from './scheduled.js';

export interface JanitorOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Milliseconds of silence after which a worker counts as dead, 5 000 by default. */
  readonly silenceMs?: number;
}

const EVERY_MS = 1000;
/** After the database was away every worker has been silent; each gets the time for a sign of life first. */
const GRACE_MS = 2500;

/**
 * Frees the jobs of dead workers. One that was only slow may so see its job done twice, which is harmless by
 * contract.
 */
export function createJanitor(options: JanitorOptions): Scheduled {
  const { pool, logger, silenceMs = 5000 } = options;
  let lastRun = Number.NEGATIVE_INFINITY;
  let wellSince = 0;
  return {
    name: 'jobs-janitor',
    everyMs: EVERY_MS,
    run: async () => {
      const now = performance.now();
      if (now - lastRun > 3 * EVERY_MS) wellSince = now;
      await pool.query(`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 hour'`);
      if (now - wellSince >= GRACE_MS) await freeJobsOfTheDead(pool, logger, silenceMs);
      lastRun = performance.now();
    },
  };
}

async function freeJobsOfTheDead(pool: Pool, logger: Logger, silenceMs: number): Promise<void> {
  const { rows } = await pool.query<{ jobs: number }>(
    `WITH freed AS (
       UPDATE owed_jobs SET worker = NULL, taken_at = NULL
       WHERE worker IS NOT NULL AND taken_at < clock_timestamp() - $1 * interval '1 millisecond' AND NOT EXISTS (
         SELECT FROM worker_heartbeats
         WHERE worker_id = owed_jobs.worker AND seen_at > clock_timestamp() - $1 * interval '1 millisecond')
       RETURNING id)
     SELECT (SELECT count(*)::int FROM freed) AS jobs,
       (SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM freed LIMIT 1) AS any_freed) AS told`,
    [silenceMs],
  );
  const jobs = rows[0]?.jobs ?? 0;
  if (jobs > 0) logger.warn({ jobs }, 'jobs of dead workers were freed');
}
