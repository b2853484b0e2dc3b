import { Logger as QueueLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { describeError } from '../leases/describe-error.js';
import type { Logger } from '../logger.js';

/**
 * The queue's own log lines. Those of failed jobs are left out: they quote the error's message, and the worker reports it in its own words.
 */
export function jobLogger(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (meta !== undefined && 'failure' in meta) return;
    const details = meta !== undefined && 'error' in meta ? describeError(meta.error) : {};
    const severity: string = level;
    if (severity === 'error') logger.error(details, 'jobs: a fault of the queue');
    else if (severity === 'warning') logger.warn(details, 'jobs: a warning of the queue');
    else logger.debug(details, `jobs: ${message}`);
  });
}

const watched = new WeakSet<Pool>();

/** A connection may break while it is in use between two queries: without a listener that would end the process. */
export function watchConnections(pool: Pool, logger: Logger): void {
  if (watched.has(pool)) return;
  watched.add(pool);
  pool.on('connect', (client) => client.on('error', (error) => logger.debug(describeError(error), 'a database connection was lost')));
}
