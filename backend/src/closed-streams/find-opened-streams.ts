import type { Pool } from 'pg';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import type { UntrustedPlace } from '../eventsourcing/trust/authenticate.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { parkedJobs, releaseJobs } from '../platform/jobs/parked-jobs.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { recordsPartOf, recordsStream } from '../trust-stream/trust.events.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

const EVERY_MS = 60_000;
/** Number of streams whose parked jobs are read from the database at a time. */
const PAGE = 200;
/** Milliseconds after which a run reads no further page. The next run continues. */
const RUN_MS = 10_000;

export interface FindOpenedParts {
  readonly pool: Pool;
  readonly log: Pick<TrustedLog, 'load' | 'placeIn'>;
  readonly logger: Logger;
  /** True if the operator ended the stream, so that it stays closed. Its jobs wait for nothing. */
  readonly isEnded: (stream: string, place: UntrustedPlace | undefined) => boolean;
  readonly runMs?: number;
}

/**
 * Reads streams for which jobs are parked, and releases the jobs of those that are open. A stream may be
 * repaired on another machine, where no process knows which jobs wait for it. A stream that cannot be read does
 * not delay the streams after it.
 */
export function findOpenedStreams({
  pool,
  log,
  logger,
  isEnded,
  runMs = RUN_MS,
}: FindOpenedParts): Scheduled {
  let after = '';
  const isOpen = async (stream: string): Promise<boolean> => {
    if (isEnded(stream, log.placeIn(stream))) return false;
    try {
      return (await log.load(stream)).untrusted === undefined || (await hasNextPart(log, stream));
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
      logger.warn(
        { stream, ...describeError(error) },
        'A stream for which jobs are parked cannot be read, so its jobs stay parked. The service tries again. siegel log:repair <stream> shows what is wrong with it.',
      );
      return false;
    }
  };
  return {
    name: 'find-opened-streams',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const began = performance.now();
      do {
        const page = await parkedJobs(pool, { after, limit: PAGE });
        const open: string[] = [];
        for (const { subject } of page) {
          if (signal.aborted) return;
          if (await isOpen(subject)) open.push(subject);
        }
        await releaseJobs(pool, open);
        after = page.length < PAGE ? '' : (page.at(-1)?.subject ?? '');
      } while (after !== '' && performance.now() - began < runMs);
    },
  };
}

/** A part of the records about a stream stays closed. Its jobs continue once the next part has begun. */
async function hasNextPart(log: Pick<TrustedLog, 'load'>, stream: string): Promise<boolean> {
  const { stream: about, part = 0 } = recordsPartOf(stream) ?? {};
  return about !== undefined && (await log.load(recordsStream(about, part + 1))).events.length > 0;
}
