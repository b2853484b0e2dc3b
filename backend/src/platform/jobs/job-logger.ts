import { Logger as QueueLogger } from 'graphile-worker';
import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';

/**
 * The queue's own log lines. Those of failed jobs are left out: they quote the error's message, and the
 * worker reports it in its own words.
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
