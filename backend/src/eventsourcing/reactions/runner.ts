import type { Pool } from 'pg';
import type { EventStore, StoredEvent } from '../event-store/event-store.js';
import type { NewEvent } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import type { LeaseKeeper } from '../subscriptions/leases/lease.js';
import type { Logger } from '../../platform/logging/logger.js';
import {
  claimCheckpoint,
  type Fence,
  fenceValues,
  MOVED,
  MOVED_RESULT,
  moveCheckpoint,
} from '../subscriptions/checkpoints.js';
import type { PlaceInLog } from '../subscriptions/events-behind.js';
import { LeasedSubscription, type RunnerStatus } from '../subscriptions/leased-subscription.js';
import { ADDED, addedFrom, encodeJobs, type KeyedJob, requested } from '../../platform/jobs/enqueue.js';
import type { Reaction } from './reaction.js';

export interface ReactionRunnerOptions<E extends NewEvent> {
  readonly reaction: Reaction<E>;
  readonly store: EventStore;
  readonly journal: Pick<Journal, 'decode'>;
  readonly pool: Pool;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
}

export const reactionCheckpoint = (reaction: string): string => `reaction:${reaction}`;

/** Milliseconds after which what an event calls for waits behind what is owed today. */
const LATE_MS = 10 * 60 * 1000;

/** Without a key of its own an obligation is named by what called for it. */
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
 * Enqueues what facts call for, in the statement that moves the checkpoint: once per event, unless the
 * checkpoint is lost. A reaction that is new on an old log begins at its first event, and is never rebuilt:
 * what was done long ago is recognised by the jobs, which look at the stream first. Beginning at the end
 * instead would lose what is owed at that moment.
 */
export class ReactionRunner<E extends NewEvent = NewEvent> {
  private readonly subscription: LeasedSubscription;

  constructor(private readonly options: ReactionRunnerOptions<E>) {
    const { reaction, store, leases, logger, pool } = options;
    const name = reactionCheckpoint(reaction.name);
    this.subscription = new LeasedSubscription(
      {
        lease: name,
        streamPrefix: reaction.streamPrefix,
        claim: async (epoch) =>
          (await claimCheckpoint(pool, { name, version: 1, storeId: await store.storeId(), epoch })) ??
          'lost',
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
      },
      { store, leases, logger },
    );
  }

  start(): void {
    this.subscription.start();
  }

  /** Resolves when no batch is in work any more. */
  stop(): Promise<void> {
    return this.subscription.stop();
  }

  place(): PlaceInLog | undefined {
    return this.subscription.place();
  }

  status(): RunnerStatus {
    return { ...this.subscription.status(), name: this.options.reaction.name };
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const { reaction, journal, pool } = this.options;
    const jobs = events.flatMap((stored) => {
      const event = journal.decode<E>(stored);
      if (event.unknown) return [];
      return keyed(reaction, event, reaction.react(event));
    });
    if (jobs.length === 0) return 'nothing';
    return (await commitJobs(pool, jobs, fence)) ? 'moved' : 'lost';
  }
}

/** False when the fence did not hold: nothing was enqueued then. */
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
