import type { Pool } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import {
  type Checkpoint,
  claimCheckpoint,
  type Fence,
  moveCheckpoint,
  rewindCheckpoint,
} from '../eventsourcing/subscriptions/checkpoints.js';
import { LeasedRunner } from '../eventsourcing/subscriptions/leased-runner.js';
import { LeasedSubscription } from '../eventsourcing/subscriptions/leased-subscription.js';
import type { LeasedSubscriptionOptions } from '../eventsourcing/subscriptions/leased-work.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { closeForks } from './forks.js';
import { positionOf } from './leaves-to-sign.js';
import { leavesFrom } from './leaves.js';
import { LeafWriter, type LeafWriterParts, UNIQUE_VIOLATION } from './leaf-writer.js';
import { renewTree } from './renew-tree.js';
import type { TreeParts } from './tree-parts.js';

/** Number of leaves at the end of the tree that are searched for one whose event is in the log. */
const LAST_LEAVES = 100;

export interface CheckpointerParts
  extends LeasedSubscriptionOptions,
    Pick<LeafWriterParts, 'isOwnStream'>,
    Pick<TreeParts, 'receipts' | 'tampering' | 'tree'> {
  readonly pool: Pool;
  /** Prefixes of all our streams. Events in streams with other prefixes get no leaf. */
  readonly streamPrefixes: readonly string[];
  /** The streams that this process found closed. */
  readonly closed: ClosedStreams;
}

/**
 * Appends the hash of each event to the tree as a leaf, in the order of the log (rule:log-is-checkpointed).
 * Each event that this service wrote has a leaf, even if its stream is closed or forked before it.
 * Only the backend that holds the lease does this. One statement writes the leaves, the nodes, the MAC and
 * the position in the log. If the backend is killed, either all of these rows are written or none. A backend
 * that lost the lease writes nothing.
 *
 * A term begins only if the tree fits its MAC (rule:tree-is-sealed). Otherwise the tree is rebuilt first.
 */
export class Checkpointer extends LeasedRunner {
  protected readonly subscription: LeasedSubscription;
  /** Writes the leaves of this term. */
  private writer: LeafWriter | undefined;
  /** True if rows refused the leaves of the last term, although the tree fitted its MAC. */
  private isRefused = false;

  constructor(private readonly parts: CheckpointerParts) {
    super();
    const { pool, streamPrefixes } = parts;
    this.subscription = new LeasedSubscription(
      {
        lease: CHECKPOINTER,
        streamPrefix: streamPrefixes,
        withoutData: true,
        isAlone: true,
        claim: (epoch) => this.claim(epoch),
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
      },
      parts,
    );
  }

  private async claim(epoch: number): Promise<Checkpoint | 'lost'> {
    const { pool, log, tree } = this.parts;
    const storeId = await log.storeId();
    const checkpoint = await claimCheckpoint(pool, { name: CHECKPOINTER, version: 1, storeId, epoch });
    if (checkpoint === undefined) return 'lost';
    // The lease is claimed, so no backend with an earlier term can write any more. The tree cannot grow while
    // it is read.
    const found = this.isRefused ? undefined : await tree.seals.fitting(pool);
    // Without a leaf no event was read, whatever the position says.
    const isUnread = found?.head.edge.size === 0 && checkpoint.position !== undefined;
    if (found === undefined || isUnread) {
      await renewTree(this.parts, { isRefused: this.isRefused });
      this.isRefused = false;
      return 'lost';
    }
    this.writer = new LeafWriter(this.parts, found);
    return checkpoint.storeId === storeId ? this.fromLastLeaf(checkpoint, found.head.edge.size) : checkpoint;
  }

  /**
   * Sets the checkpoint back to the event of the last leaf if it is behind that event. The position is only a
   * row. If somebody moved it forward, or put an older tree back, events before it have no leaf. Events that
   * have a leaf are skipped.
   */
  private async fromLastLeaf(checkpoint: Checkpoint, size: number): Promise<Checkpoint> {
    const { pool, log } = this.parts;
    const { name, position: stored, epoch } = checkpoint;
    const position = await lastPosition(this.parts, size);
    if (stored === undefined || (position !== undefined && !log.isBefore(position, stored)))
      return checkpoint;
    await rewindCheckpoint(pool, { name, position, epoch });
    return { ...checkpoint, position };
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    if (this.writer === undefined) return 'nothing';
    try {
      const written = await this.writer.write(events, fence);
      if (typeof written === 'string') return written;
      closeForks(this.parts, written.forks);
      return 'moved';
    } catch (error) {
      // The tree has rows that this term did not write. The tree is rebuilt before the next term begins.
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      this.isRefused = true;
      return 'lost';
    }
  }
}

/**
 * Returns the log position of the event of the last leaf. Leaves whose event is not in the log are passed
 * over.
 * @param size number of leaves
 */
async function lastPosition(
  { pool, log }: Pick<CheckpointerParts, 'pool' | 'log'>,
  size: number,
): Promise<Position | undefined> {
  const last = await leavesFrom(pool, Math.max(0, size - LAST_LEAVES), LAST_LEAVES);
  for (const leaf of last.toReversed()) {
    const position = await positionOf(log, leaf);
    if (position !== undefined) return position;
  }
  return undefined;
}
