import type { Pool } from 'pg';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { leavesAt } from './leaves.js';
import { areForksSealed, type Fork, type TreeSeals } from './tree-seals.js';

/** A fork with the hashes of all events that the tree shows at its place. */
export interface ShownFork extends Fork {
  /** Has an empty text for a second event whose leaf is gone. Nobody has decided about such an event. */
  readonly hashes: readonly string[];
}

/** Number of forks whose leaves are looked up at once. */
const AT_ONCE = 500;

/**
 * Returns the forks of the tree, oldest first. If the rows of `log_forks` do not fit the MAC over the tree, a
 * row counts only if the leaves show the same: two of them have the MAC of its place. So a row that somebody
 * adds closes no stream, and hides no fork.
 */
export async function forksIn(pool: Pool, seals: TreeSeals): Promise<readonly ShownFork[]> {
  const stored = await seals.read(pool);
  const { forks } = stored;
  const areSealed = areForksSealed(stored);
  const shown: ShownFork[] = [];
  for (let from = 0; from < forks.length; from += AT_ONCE)
    shown.push(...(await shownByLeaves(pool, seals, forks.slice(from, from + AT_ONCE), areSealed)));
  return shown;
}

async function shownByLeaves(
  pool: Pool,
  seals: Pick<TreeSeals, 'leaves'>,
  forks: readonly Fork[],
  areSealed: boolean,
): Promise<ShownFork[]> {
  const leaves = await leavesAt(pool, forks);
  return forks.flatMap((fork) => {
    const { place, stream, revision } = fork;
    const named = (leaves.get(`${stream}@${revision}`) ?? []).filter((leaf) => seals.leaves.isNamed(leaf));
    const isSecondThere = named.some((leaf) => leaf.place === place);
    const isShown = isSecondThere && named.some((leaf) => leaf.place < place);
    if (!areSealed && !isShown) return [];
    const hashes = named.map(({ eventHash }) => eventHash);
    return [{ ...fork, hashes: isSecondThere ? hashes : [...hashes, ''] }];
  });
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
