import type { Pool } from 'pg';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { parkedJobs, releaseJobs } from '../platform/jobs/parked-jobs.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';

const EVERY_MS = 60_000;
/** Number of streams that one run reads. */
const PAGE = 50;

/**
 * Reads streams for which jobs are parked, and releases the jobs of those that are open. A stream may be
 * repaired on another machine, where no process knows which jobs wait for it.
 */
export function findOpenedStreams({ pool, log }: { pool: Pool; log: Pick<TrustedLog, 'load'> }): Scheduled {
  let after = '';
  return {
    name: 'find-opened-streams',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const page = await parkedJobs(pool, { after, limit: PAGE });
      const open: string[] = [];
      for (const { subject } of page) {
        if (signal.aborted) return;
        if ((await log.load(subject)).untrusted === undefined) open.push(subject);
      }
      await releaseJobs(pool, open);
      after = page.length < PAGE ? '' : (page.at(-1)?.subject ?? '');
    },
  };
}
