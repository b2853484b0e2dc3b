import type { Pool } from 'pg';
import type { Logger } from '../logging/logger.js';
import { JOBS_CHANNEL } from './enqueue.js';
import { HOLDERS } from './holders.js';
import type { Scheduled } from './scheduled.js';

export interface JanitorOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Milliseconds without a heartbeat after which a worker counts as dead; 5 000 by default. */
  readonly silenceMs?: number;
  /**
   * Milliseconds for which the janitor waits for the workers' heartbeats after the database was unavailable;
   * 2 500 by default.
   */
  readonly graceMs?: number;
}

const EVERY_MS = 1000;
const GRACE_MS = 2500;

/**
 * Frees the jobs of dead workers. A worker may be slow instead of dead, so a job may be done twice. Handlers
 * must allow for this.
 */
export function createJanitor(options: JanitorOptions): Scheduled {
  const { pool, logger, silenceMs = 5000, graceMs = GRACE_MS } = options;
  let lastRun = Number.NEGATIVE_INFINITY;
  let wellSince = 0;
  return {
    name: 'jobs-janitor',
    everyMs: EVERY_MS,
    run: async () => {
      const now = performance.now();
      // If the janitor has not run for a while, the database may have been unavailable. In that case no
      // worker could send a heartbeat, so the janitor waits for `graceMs` before it frees any jobs.
      if (now - lastRun > 3 * EVERY_MS) wellSince = now;
      await pool.query(`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 hour'`);
      if (now - wellSince >= graceMs) await freeJobsOfTheDead(pool, logger, silenceMs);
      lastRun = performance.now();
    },
  };
}

/**
 * An SQL condition that is true if the worker is alive. `$1` is the longest permitted time without a
 * heartbeat, in milliseconds.
 */
const isAlive = (worker: string): string =>
  `EXISTS (SELECT FROM worker_heartbeats
    WHERE worker_id = ${worker} AND seen_at > clock_timestamp() - $1 * interval '1 millisecond')`;

async function freeJobsOfTheDead(pool: Pool, logger: Logger, silenceMs: number): Promise<void> {
  const { rows: dead } = await pool.query<{ worker: string }>(
    `${HOLDERS} SELECT worker FROM holders WHERE worker IS NOT NULL AND NOT ${isAlive('holders.worker')}`,
    [silenceMs],
  );
  if (dead.length === 0) return;
  const { rows } = await pool.query<{ jobs: number }>(
    `WITH freed AS (
       UPDATE owed_jobs SET worker = NULL, taken_at = NULL
       WHERE worker = ANY ($2::uuid[]) AND taken_at < clock_timestamp() - $1 * interval '1 millisecond'
         AND NOT ${isAlive('owed_jobs.worker')}
       RETURNING id)
     SELECT (SELECT count(*)::int FROM freed) AS jobs,
       (SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM freed LIMIT 1) AS any_freed) AS told`,
    [silenceMs, dead.map(({ worker }) => worker)],
  );
  const jobs = rows[0]?.jobs ?? 0;
  if (jobs > 0)
    logger.warn({ jobs }, 'the jobs of dead or silent workers were freed; other workers take them over');
}
