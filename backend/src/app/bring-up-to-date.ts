import { type RemadeStream, remakeRows } from '../eventsourcing/projections/remake-rows.js';
import { jobsOfStream } from '../eventsourcing/reactions/jobs-of-streams.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import type { Infrastructure } from './infrastructure.js';
import { projectionsOf } from './projections.js';

export interface UpToDateParts {
  readonly infrastructure: Pick<
    Infrastructure,
    'pool' | 'backgroundPool' | 'log' | 'journal' | 'searchKeys' | 'keyedHash' | 'tampering' | 'releaseJobsOf'
  >;
  readonly reactions: readonly Reaction<never>[];
}

/** Number of streams whose rows are rebuilt together. Memory is bounded by it. */
const TOGETHER = 50;

/**
 * Brings everything up to date that is made from the events of streams that were closed: the rows of the read
 * models, and the jobs that the events call for. A reader in log order leaves out the events of a closed
 * stream and does not come back to them. A stream that stays closed gets no new job, because nothing can be
 * recorded in it.
 */
export async function bringUpToDate(
  { infrastructure, reactions }: UpToDateParts,
  streams: readonly (RemadeStream & { readonly isEnded: boolean })[],
): Promise<void> {
  const { pool, releaseJobsOf } = infrastructure;
  for (const projection of projectionsOf(infrastructure))
    for (let from = 0; from < streams.length; from += TOGETHER)
      await remakeRows(infrastructure, projection, streams.slice(from, from + TOGETHER));
  for (const { stream, isEnded } of streams)
    if (!isEnded) await enqueueJobs(pool, await jobsOfStream(infrastructure, reactions, stream));
  // The erasure of an ended agreement goes on if the events that count call for it. Other jobs are parked again.
  await releaseJobsOf(streams.map(({ stream }) => stream));
}
