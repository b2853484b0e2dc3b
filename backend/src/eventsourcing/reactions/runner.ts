import type { Pool } from 'pg';
import type { StoredEvent } from '../trust/authenticate.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { reactionSpanId } from '../../platform/tracing/trace-ids.js';
import { noTracing, type Tracing } from '../../platform/tracing/tracing.js';
import {
  claimCheckpoint,
  type Fence,
  fenceValues,
  MOVED,
  MOVED_RESULT,
  moveCheckpoint,
} from '../subscriptions/checkpoints.js';
import { correlationsOf } from '../subscriptions/correlations-of.js';
import { LeasedRunner } from '../subscriptions/leased-runner.js';
import { LeasedSubscription } from '../subscriptions/leased-subscription.js';
import type { LeasedSubscriptionOptions } from '../subscriptions/leased-work.js';
import { isTraced, recordBatch } from '../subscriptions/spans-of-batch.js';
import { ADDED, addedFrom, encodeJobs, type KeyedJob, requested } from '../../platform/jobs/enqueue.js';
import type { Reaction } from './reaction.js';

export interface ReactionRunnerOptions<E extends NewEvent> extends LeasedSubscriptionOptions {
  readonly reaction: Reaction<E>;
  readonly journal: Pick<Journal, 'decode'>;
  readonly pool: Pool;
  /** Records no spans by default. */
  readonly tracing?: Tracing;
}

export const reactionCheckpoint = (reaction: string): string => `reaction:${reaction}`;

/**
 * Age in milliseconds above which an event is late. The jobs of a late event wait behind the jobs of events
 * that are not late.
 */
const LATE_MS = 10 * 60 * 1000;

/**
 * Gives each job a key. A job without a key of its own gets one that is derived from the reaction and the
 * event.
 */
export function keyed(
  reaction: Reaction<never>,
  event: { readonly id: string; readonly at: string },
  jobs: ReturnType<Reaction['react']>,
): KeyedJob[] {
  const late = Date.now() - Date.parse(event.at) > LATE_MS;
  return jobs.map((job, n) => ({
    ...job,
    key: job.key ?? `${reaction.name}:${event.id}${n === 0 ? '' : `:${n}`}`,
    late,
  }));
}

/**
 * Enqueues the jobs that events call for. The same SQL statement moves the checkpoint, so the jobs of each
 * event are enqueued once, unless the checkpoint is lost.
 *
 * A new reaction begins at the first event, even if the log is old. If it began at the end of the log,
 * obligations that are already open would be lost. The jobs for old events do no harm, because each job reads
 * its stream first and recognises work that is already done.
 */
export class ReactionRunner<E extends NewEvent = NewEvent> extends LeasedRunner {
  protected readonly subscription: LeasedSubscription;

  constructor(private readonly options: ReactionRunnerOptions<E>) {
    super();
    const { reaction, log, pool, journal } = options;
    const name = reactionCheckpoint(reaction.name);
    this.subscription = new LeasedSubscription(
      {
        lease: name,
        name: reaction.name,
        streamPrefix: reaction.streamPrefix,
        claim: async (epoch) =>
          (await claimCheckpoint(pool, { name, version: 1, storeId: await log.storeId(), epoch })) ?? 'lost',
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
        correlationsOf: (events) => correlationsOf(journal, events),
      },
      options,
    );
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const { reaction, journal, pool, tracing = noTracing } = this.options;
    const startedAt = Date.now();
    const traced = isTraced(tracing, events);
    const caused: Recorded[] = [];
    const jobs = events.flatMap((stored) => {
      const event = journal.decode<E>(stored);
      const asked = event.unknown ? [] : keyed(reaction, event, reaction.react(event));
      if (asked.length > 0) caused.push(event);
      const { correlationId } = event;
      const cause = traced ? { correlationId, spanId: this.spanId(event) } : { correlationId };
      return asked.map((job) => ({ ...job, cause }));
    });
    if (jobs.length === 0) return 'nothing';
    if (!(await commitJobs(pool, jobs, fence))) return 'lost';
    const about = { name: `react ${reaction.name}`, facts: { 'reaction.name': reaction.name }, startedAt };
    if (traced) recordBatch(tracing, about, caused, (event) => this.spanId(event));
    return 'moved';
  }

  private spanId({ correlationId, commandId }: Pick<Recorded, 'correlationId' | 'commandId'>): string {
    return reactionSpanId(this.options.reaction.name, correlationId, commandId);
  }
}

/**
 * Enqueues the jobs and moves the checkpoint. If the fence does not hold, returns false and enqueues nothing.
 */
export async function commitJobs(pool: Pool, jobs: readonly KeyedJob[], fence: Fence): Promise<boolean> {
  const values: unknown[] = fenceValues(fence);
  const parameter = values.push(encodeJobs(jobs));
  const { rows } = await pool.query<{ moved: number }>({
    name: 'commit-jobs',
    text: `WITH ${MOVED}, ${requested(parameter)},
     due AS MATERIALIZED (SELECT * FROM requested WHERE EXISTS (SELECT FROM moved)),
     ${addedFrom('due')}
     ${MOVED_RESULT}, ${ADDED}`,
    values,
  });
  return rows[0]?.moved === 1;
}
