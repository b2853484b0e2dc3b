import type { Pool } from 'pg';
import type { Logger } from '../logging/logger.js';
import { MAX_ATTEMPTS } from './enqueue.js';
import type { Scheduled } from './scheduled.js';

export interface JanitorOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Milliseconds of silence after which a worker counts as dead, 5000 by default. */
  readonly silenceMs?: number;
}

const EVERY_MS = 1000;
/** After the database was away every worker has been silent; each gets the time for a sign of life first. */
const GRACE_MS = 2500;
const LONGEST_BACKOFF = '5 minutes';

/**
 * Keeps the queue alive: frees the jobs of dead workers (the queue itself waits 4 hours), caps the backoff,
 * keeps attempts from running out, removes what was superseded while in work. A worker that was only slow may
 * so see its job done twice, which is harmless by contract.
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
      await tidy(pool);
      if (now - wellSince >= GRACE_MS) await freeJobsOfTheDead(pool, logger, silenceMs);
      lastRun = performance.now();
    },
  };
}

async function freeJobsOfTheDead(pool: Pool, logger: Logger, silenceMs: number): Promise<void> {
  const { rows } = await pool.query<{ worker: string; jobs: number }>(
    `SELECT locked_by AS worker, count(*)::int AS jobs FROM graphile_worker._private_jobs
     WHERE locked_at < clock_timestamp() - $1 * interval '1 millisecond' AND NOT EXISTS (
       SELECT 1 FROM worker_heartbeats
       WHERE worker_id = locked_by AND seen_at > clock_timestamp() - $1 * interval '1 millisecond')
     GROUP BY locked_by`,
    [silenceMs],
  );
  if (rows.length === 0) return;
  const jobs = rows.reduce((sum, row) => sum + row.jobs, 0);
  await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [rows.map((row) => row.worker)]);
  await pool.query(
    `SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', $1::int)::text)`,
    [jobs],
  );
  logger.warn({ workers: rows.length, jobs }, 'jobs of dead workers were freed');
}

async function tidy(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET
       run_at = least(run_at, now() + interval '${LONGEST_BACKOFF}'),
       attempts = CASE WHEN attempts > ${MAX_ATTEMPTS - 1000} THEN 1000 ELSE attempts END
     WHERE key IS NOT NULL AND locked_at IS NULL AND attempts > 0 AND last_error IS NOT NULL
       AND (run_at > now() + interval '${LONGEST_BACKOFF}' OR attempts > ${MAX_ATTEMPTS - 1000})`,
  );
  await pool.query(
    'DELETE FROM graphile_worker._private_jobs WHERE key IS NULL AND locked_at IS NULL AND attempts >= max_attempts',
  );
  await pool.query(`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 hour'`);
}
