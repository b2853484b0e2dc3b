import { runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import { type Logger, silentLogger } from '../logging/logger.js';
import { jobLogger } from './job-logger.js';

/** Says which migrations of the queue have run; it is filled before any job. */
export const JOBS_MIGRATIONS_TABLE = 'graphile_worker.migrations';

/** Any number, the same for all backends: 'jobs' in ASCII. */
const LOCK = 0x6a6f6273;

/** Makes or updates the schema `graphile_worker`. Several backends may call it at once: they take turns. */
export async function migrateJobs(pool: Pool, logger: Logger = silentLogger): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await runMigrations({ pgPool: pool, logger: jobLogger(logger) });
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    client.release();
  } catch (error) {
    // Ends the session, and the lock with it.
    client.release(true);
    throw error;
  }
}
