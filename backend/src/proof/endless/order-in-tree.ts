import type { Pool } from 'pg';
import type { EventStore, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import type { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { leavesBefore, leavesFrom, leavesWith } from '../leaves.js';
import { PLACES_END } from '../stored-tree.js';
import { hashOf } from '../verify-stream.js';

/** Number of leaves on each side of an event's leaf with which its place in the log is compared. */
const NEIGHBOURS = 2;
/** Number of leaves at the end of the tree that are searched for one whose event is in the log. */
const LAST_LEAVES = 100;

interface OrderParts {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'isBefore'>;
  readonly log: Pick<TrustedReader, 'single'>;
  readonly isAccepted?: Accepts | undefined;
}

/**
 * True if the event comes in the log where its leaf comes in the tree: behind the events of the leaves before it,
 * and before those of the leaves after it. An event without a leaf has to come behind the events of all leaves. A
 * neighbour that a repair moved says nothing.
 */
export async function isInTreeOrder(parts: OrderParts, event: UntrustedEvent): Promise<boolean> {
  const { pool, store, log, isAccepted } = parts;
  const hash = hashOf(event);
  const [own] = hash === undefined ? [] : await leavesWith(pool, [hash]);
  if (own === undefined) return isBehindLeaves(parts, event);
  const first = Math.max(0, own.place - NEIGHBOURS);
  for (const leaf of await leavesFrom(pool, first, own.place - first + NEIGHBOURS + 1)) {
    const { place, stream, revision, eventHash } = leaf;
    if (place === own.place || isAccepted?.(stream, revision, 'reordered', eventHash) === true) continue;
    const [other] = await log.single(stream, { from: revision });
    // A row of a leaf may name anything. The hash covers the stream and the revision of its event.
    if (other === undefined || hashOf(other) !== eventHash) continue;
    if (store.isBefore(other.position, event.position) !== place < own.place) return false;
  }
  return true;
}

/** True if the event comes behind that of the last leaf, so that its leaf is still to come. */
async function isBehindLeaves(
  { pool, store, log }: OrderParts,
  { position }: UntrustedEvent,
): Promise<boolean> {
  for (const leaf of (await leavesBefore(pool, PLACES_END, LAST_LEAVES)).toReversed()) {
    const [other] = await log.single(leaf.stream, { from: leaf.revision });
    if (other !== undefined && hashOf(other) === leaf.eventHash)
      return store.isBefore(other.position, position);
  }
  return true;
}
