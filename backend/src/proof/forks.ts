import type { Pool, PoolClient } from 'pg';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { type LeafNames, leavesTwice } from './leaves.js';
import { areForksSealed, type Fork, type StoredHead, type TreeSeals } from './tree-seals.js';

/** Returns the forks of the tree as it is stored now (`forksOf`). */
export const forksIn = async (pool: Pool, seals: TreeSeals): Promise<readonly Fork[]> =>
  forksOf(pool, seals.leaves, await seals.read(pool));

/**
 * Returns the forks of the tree, oldest first. The rows of `log_forks` count if they fit the MAC over the tree.
 * If they do not, or if the MAC is not of all leaves, the leaves tell too: a MAC of an earlier time knows no later
 * fork. So a row that somebody adds or removes closes no stream, and hides no fork.
 */
export async function forksOf(
  db: Pool | PoolClient,
  names: LeafNames,
  stored: StoredHead,
): Promise<readonly Fork[]> {
  const sealed = areForksSealed(stored) ? stored.forks : [];
  if (areForksSealed(stored) && stored.sealed?.edge.size === stored.leaves) return sealed;
  const all = [...sealed, ...(await forksOfLeaves(db, names))];
  return [...new Map(all.map((fork) => [fork.place, fork])).values()].sort(
    (one, other) => one.place - other.place,
  );
}

/**
 * Returns the forks that the leaves show, oldest first: two leaves with a MAC of their own name the same stream
 * and revision. Leaves that somebody renamed show none.
 */
export async function forksOfLeaves(db: Pool | PoolClient, names: LeafNames): Promise<readonly Fork[]> {
  const met = new Set<string>();
  const forks: Fork[] = [];
  for await (const leaf of leavesTwice(db)) {
    if (!names.isNamed(leaf)) continue;
    const { place, stream, revision } = leaf;
    const name = `${stream}@${revision}`;
    if (met.has(name)) forks.push({ place, stream, revision });
    met.add(name);
  }
  return forks;
}

/**
 * Closes the streams that have a second event at a place, from that place on, and reports them
 * (rule:no-second-event-at-a-place). The branch that was recorded first has left the store, and the other one
 * must not count. Leaves out the places that the operator accepted.
 */
export function closeForks(
  { closed, tampering }: { readonly closed: ClosedStreams; readonly tampering: Tampering },
  forks: readonly Fork[],
): void {
  for (const { stream, revision } of forks) {
    closed.fork(stream, revision);
    if (!closed.accepts(stream, revision, 'forked')) tampering.found('forked', { stream, revision });
  }
}
