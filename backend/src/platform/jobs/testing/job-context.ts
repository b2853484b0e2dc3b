import type { JobContext } from '../job.js';

/**
 * Returns the context of a job that this worker has and does not lose.
 * @param attempt counted from 1
 */
export const jobContext = (attempt = 1): JobContext => ({
  attempt,
  jobId: 'job-1',
  signal: new AbortController().signal,
  assertHeld: () => Promise.resolve(),
});
