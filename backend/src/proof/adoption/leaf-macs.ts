import type { Pool } from 'pg';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { isHashed, metadataOf } from '../../eventsourcing/journal/chain.js';
import type { LeafSeals } from '../leaf-seals.js';
import type { Leaf, LeafNames, NamedLeaf } from '../leaves.js';
import { nameLeaves } from '../truncate-tree.js';
import type { Leafed } from './own-events.js';

/** The MACs of leaves as an adoption reads and writes them. */
export interface LeafMacs {
  /** Makes MACs, and knows those that are accepted after the adoption. */
  readonly after: LeafSeals;
  /** Knows those that were accepted before. */
  readonly before: LeafNames;
}

/** True if the service made the leaf for an event of this stream and revision. */
const isNamedAfter = (leaf: Leaf, { stream, revision }: UntrustedEvent, names: LeafNames): boolean =>
  leaf.stream === stream && leaf.revision === revision && names.isNamed(leaf);

/**
 * True if this is the event's leaf: its row says so, or the event has the hash that it names, which covers
 * its stream and revision. Otherwise it is an event of another stream that somebody copied there.
 */
export function isLeafOf(leaf: Leaf, event: UntrustedEvent, names: LeafNames): boolean {
  if (isNamedAfter(leaf, event, names)) return true;
  const metadata = metadataOf(event);
  return metadata !== undefined && isHashed(event, metadata);
}

interface NamingParts {
  readonly pool: Pool;
  readonly macs: LeafMacs;
  /** Number of leaves that are those of this service for certain, whatever their events are. */
  readonly vouched: number;
}

/**
 * Writes stream, revision and MAC of its event into each leaf that has an event, and not the right row: a tree
 * from before APPEND_KEY has no MACs, a key may be retired, and somebody may have renamed a leaf.
 *
 * The MAC makes the leaf a proof that this service recorded the event. So behind the leaves that it vouches for,
 * only events that count give their leaf a MAC that it did not have before.
 * @param batch events with their leaves
 * @param counting those among them that count
 */
export async function markLeaves(
  { pool, macs, vouched }: NamingParts,
  batch: readonly Leafed[],
  counting: readonly Leafed[],
): Promise<void> {
  const counts = new Set(counting);
  const misnamed: NamedLeaf[] = [];
  for (const one of batch) {
    const { event, leaf } = one;
    if (leaf === undefined || isNamedAfter(leaf, event, macs.after)) continue;
    if (!isLeafOf(leaf, event, macs.before)) continue;
    const { stream, revision } = event;
    if (counts.has(one) || leaf.place < vouched || isNamedAfter(leaf, event, macs.before))
      misnamed.push({ ...leaf, stream, revision });
  }
  await nameLeaves(pool, macs.after, misnamed);
}
