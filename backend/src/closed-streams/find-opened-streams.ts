import type { Pool } from 'pg';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { parkedJobs, releaseJobs } from '../platform/jobs/parked-jobs.js';
import { recordsPartOf, recordsStream } from '../trust-stream/trust.events.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';

const EVERY_MS = 60_000;
/** Number of streams that one run reads. */
const PAGE = 50;

interface Parts {
  readonly pool: Pool;
  readonly log: Pick<TrustedLog, 'load'>;
}

/**
 * Reads streams for which jobs are parked, and releases the jobs of those that are open. A stream may be
 * repaired on another machine, where no process knows which jobs wait for it.
 */
export function findOpenedStreams({ pool, log }: Parts): Scheduled {
  let after = '';
  return {
    name: 'find-opened-streams',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const page = await parkedJobs(pool, { after, limit: PAGE });
      const open: string[] = [];
      for (const { subject } of page) {
        if (signal.aborted) return;
        if (await isOpen(log, subject)) open.push(subject);
      }
      await releaseJobs(pool, open);
      after = page.length < PAGE ? '' : (page.at(-1)?.subject ?? '');
    },
  };
}

/** A part of records about a stream stays closed. Then its jobs go on with the next part. */
async function isOpen(log: Parts['log'], stream: string): Promise<boolean> {
  if ((await log.load(stream)).untrusted === undefined) return true;
  const { stream: about, part = 0 } = recordsPartOf(stream) ?? {};
  return about !== undefined && (await log.load(recordsStream(about, part + 1))).events.length > 0;
}
