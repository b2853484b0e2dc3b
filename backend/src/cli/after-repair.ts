import { projectionsOf } from '../app/projections.js';
import type { Infrastructure } from '../app/infrastructure.js';
import { remakeRows } from '../eventsourcing/projections/remake-rows.js';
import { jobsOfStream } from '../eventsourcing/reactions/jobs-of-streams.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import type { Repaired } from '../proof/repair/repair-stream.js';

export interface AfterRepairParts {
  readonly infrastructure: Pick<
    Infrastructure,
    | 'pool'
    | 'backgroundPool'
    | 'log'
    | 'journal'
    | 'searchKeys'
    | 'keyedHash'
    | 'tampering'
    | 'releaseJobsOf'
    | 'records'
  >;
  readonly reactions: readonly Reaction<never>[];
}

/**
 * Brings everything up to date that was made from the events of repaired streams: the rows of the read
 * models, and the jobs that the events call for. An ended stream gets no new job, because nothing can be recorded
 * in it.
 */
export async function afterRepair(
  { infrastructure, reactions }: AfterRepairParts,
  repaired: readonly Repaired[],
): Promise<void> {
  // With the new records, this process believes what the operator decided.
  const { records } = infrastructure;
  await records.read();
  for (const { stream } of repaired) records.opened(stream);
  await records.load();
  for (const projection of projectionsOf(infrastructure))
    await remakeRows({ ...infrastructure, pool: infrastructure.pool }, projection, repaired);
  const open = repaired.filter(({ isEnded }) => !isEnded).map(({ stream }) => stream);
  for (const stream of open)
    await enqueueJobs(infrastructure.pool, await jobsOfStream(infrastructure, reactions, stream));
  // The erasure of an ended agreement goes on if the events that count call for it. Other jobs are parked again.
  await infrastructure.releaseJobsOf(repaired.map(({ stream }) => stream));
}
