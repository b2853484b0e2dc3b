import type { JobContext } from '../job.js';

/** Of a job that is this worker's, and stays so. @param attempt counted from 1 */
export const jobContext = (attempt = 1): JobContext => ({
  attempt,
  jobId: 'job-1',
  signal: new AbortController().signal,
  hold: () => Promise.resolve(),
});
