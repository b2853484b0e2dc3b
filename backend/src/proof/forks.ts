import type { Pool, PoolClient } from 'pg';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { type LeafNames, leavesAt, leavesTwice } from './leaves.js';
import { areForksSealed, type Fork, type StoredHead, type TreeSeals } from './tree-seals.js';

/** A fork with the hashes of all events that the tree shows at its place. */
export interface ShownFork extends Fork {
  /** Has an empty text for a second event whose leaf is gone. Nobody has decided about such an event. */
  readonly hashes: readonly string[];
}

/** Number of forks whose leaves are looked up at once. */
const AT_ONCE = 500;

/** Returns the forks of the tree as it is stored now (`forksOf`), with the events that the tree shows there. */
export async function forksIn(pool: Pool, seals: TreeSeals): Promise<readonly ShownFork[]> {
  return await shownByLeaves(pool, seals.leaves, await forksOf(pool, seals.leaves, await seals.read(pool)));
}

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

/** Adds to each fork the hashes of the events that the tree shows at its place. */
export async function shownByLeaves(
  db: Pool | PoolClient,
  names: LeafNames,
  forks: readonly Fork[],
): Promise<readonly ShownFork[]> {
  const shown: ShownFork[] = [];
  for (let from = 0; from < forks.length; from += AT_ONCE) {
    const some = forks.slice(from, from + AT_ONCE);
    const leaves = await leavesAt(db, some);
    for (const fork of some) {
      const { place, stream, revision } = fork;
      const named = (leaves.get(`${stream}@${revision}`) ?? []).filter((leaf) => names.isNamed(leaf));
      const hashes = named.map(({ eventHash }) => eventHash);
      const isSecondThere = named.some((leaf) => leaf.place === place);
      shown.push({ ...fork, hashes: isSecondThere ? hashes : [...hashes, ''] });
    }
  }
  return shown;
}

/**
 * Closes the streams that have a second event at a place, from that place on, and reports them
 * (rule:no-second-event-at-a-place). The branch that was recorded first has left the store, and the other one
 * must not count. Leaves out the places that the operator accepted.
 */
export function closeForks(
  { closed, tampering }: { readonly closed: ClosedStreams; readonly tampering: Tampering },
  forks: readonly ShownFork[],
): void {
  const places = new Map<string, ShownFork>();
  for (const fork of forks) {
    const name = `${fork.stream}@${fork.revision}`;
    places.set(name, { ...fork, hashes: [...fork.hashes, ...(places.get(name)?.hashes ?? [])] });
  }
  for (const { stream, revision, hashes } of places.values()) {
    const recorded = [...new Set(hashes)];
    closed.fork(stream, revision, recorded);
    if (!closed.accepts(stream, revision, 'forked', undefined, recorded))
      tampering.found('forked', { stream, revision });
  }
}
