import { isParked } from '../platform/jobs/waiting-jobs.js';

/** Stable code for work that waits until a closed stream is repaired. */
export const STREAM_UNTRUSTED = 'stream_untrusted';

/**
 * Returns an SQL expression for the code of an obligation's last error: `stream_untrusted` if the obligation's
 * job is parked, otherwise null.
 * @param key an SQL expression for the key of the job
 */
export const closedError = (key: string): string =>
  `CASE WHEN ${isParked(key)} THEN '${STREAM_UNTRUSTED}' END`;
