import type { Pool } from 'pg';
import type { EventStore, StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import {
  type Checkpoint,
  claimCheckpoint,
  type Fence,
  fenceValues,
  MOVED,
  MOVED_RESULT,
  moveCheckpoint,
} from '../eventsourcing/subscriptions/checkpoints.js';
import type { PlaceInLog } from '../eventsourcing/subscriptions/events-behind.js';
import { LeasedSubscription, type RunnerStatus } from '../eventsourcing/subscriptions/leased-subscription.js';
import type { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import type { Logger } from '../platform/logging/logger.js';
import { IS_HASH, leavesWith } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { nodesToStore, readEdge, treeSize } from './stored-tree.js';

/** Of its place in the log, among those of projections and reactions. */
export const CHECKPOINTER = 'checkpointer';

export interface CheckpointerParts {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  /** Of all streams that are ours; what else is in the store is no leaf. */
  readonly streamPrefixes: readonly string[];
  readonly batchSize?: number;
  /** While it says so events gather (`LeasedSubscriptionOptions`). */
  readonly busy?: () => boolean;
}

/** What of an event becomes a leaf. */
type Met = Pick<StoredEvent, 'stream' | 'revision'> & { readonly hash: string };

/**
 * Makes a leaf of each event's hash, in the order of the log, on whichever backend holds the lease
 * (rule:log-is-checkpointed). Leaves, nodes and the place in the log move in one statement: a backend that is killed
 * leaves all of it or nothing, and one that lost the lease writes nothing.
 */
export class Checkpointer {
  private readonly subscription: LeasedSubscription;
  /** Of the tree as stored; read anew with each term. */
  private edge: TreeEdge | undefined;

  constructor(private readonly parts: CheckpointerParts) {
    const { pool, store, leases, logger, streamPrefixes, batchSize, busy } = parts;
    this.subscription = new LeasedSubscription(
      {
        lease: CHECKPOINTER,
        streamPrefix: streamPrefixes,
        claim: (epoch) => this.claim(epoch),
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
      },
      { store, leases, logger, busy, ...(batchSize === undefined ? {} : { batchSize }) },
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
    return this.subscription.status();
  }

  private async claim(epoch: number): Promise<Checkpoint | 'lost'> {
    const { pool, store } = this.parts;
    const storeId = await store.storeId();
    const checkpoint = await claimCheckpoint(pool, { name: CHECKPOINTER, version: 1, storeId, epoch });
    // From here on nobody of an earlier term writes, so the tree is at rest.
    this.edge = await readEdge(pool, await treeSize(pool));
    return checkpoint ?? 'lost';
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const met = await this.unmet(events.flatMap(metIn));
    if (met.length === 0 || this.edge === undefined) return 'nothing';
    const edge = this.edge.copy();
    const completed = met.flatMap(({ hash }) => edge.append(Buffer.from(hash, 'hex')));
    if (!(await commitLeaves(this.parts.pool, this.edge.size, met, nodesToStore(completed), fence)))
      return 'lost';
    this.edge = edge;
    return 'moved';
  }

  /** Whoever starts over meets the whole log again (`projections:rebuild`). */
  private async unmet(met: readonly Met[]): Promise<Met[]> {
    const once = [...new Map(met.map((event) => [event.hash, event])).values()];
    if (once.length === 0) return [];
    const hashes = once.map(({ hash }) => hash);
    const known = new Set((await leavesWith(this.parts.pool, hashes)).map(({ eventHash }) => eventHash));
    return once.filter(({ hash }) => !known.has(hash));
  }
}

/** Nothing of what cannot be read as ours: a verification names it, and the log goes on. */
function metIn(event: StoredEvent): Met[] {
  try {
    const { hash } = parseMetadata(event);
    return IS_HASH.test(hash) ? [{ stream: event.stream, revision: event.revision, hash }] : [];
  } catch {
    return [];
  }
}

/** False when the fence did not hold: nothing was written then. */
async function commitLeaves(
  pool: Pool,
  place: number,
  met: readonly Met[],
  nodes: readonly SubtreeRoot[],
  fence: Fence,
): Promise<boolean> {
  const { rows } = await pool.query<{ moved: number }>({
    name: 'commit-leaves',
    text: `WITH ${MOVED},
     leaves AS (
       INSERT INTO log_leaves (place, event_hash, stream, revision)
       SELECT $5::bigint + n - 1, hash, stream, revision
       FROM unnest($6::bytea[], $7::text[], $8::integer[]) WITH ORDINALITY AS met(hash, stream, revision, n)
       WHERE EXISTS (SELECT FROM moved)),
     nodes AS (
       INSERT INTO log_nodes (level, place, hash)
       SELECT * FROM unnest($9::smallint[], $10::bigint[], $11::bytea[]) WHERE EXISTS (SELECT FROM moved))
     ${MOVED_RESULT}`,
    values: [
      ...fenceValues(fence),
      place,
      met.map(({ hash }) => Buffer.from(hash, 'hex')),
      met.map(({ stream }) => stream),
      met.map(({ revision }) => revision),
      nodes.map(({ level }) => level),
      nodes.map(({ index }) => index),
      nodes.map(({ hash }) => hash),
    ],
  });
  return rows[0]?.moved === 1;
}
