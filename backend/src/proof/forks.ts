import type { Pool } from 'pg';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { leavesAt } from './leaves.js';
import { areForksSealed, type Fork, type TreeSeals } from './tree-seals.js';

/** Number of forks whose leaves are looked up at once. */
const AT_ONCE = 500;

/**
 * Returns the forks of the tree, oldest first. If the rows of `log_forks` do not fit the MAC over the tree, a
 * row counts only if the leaves show the same: two of them have the MAC of its place. So a row that somebody
 * adds closes no stream, and hides no fork.
 */
export async function forksIn(pool: Pool, seals: TreeSeals): Promise<readonly Fork[]> {
  const stored = await seals.read(pool);
  const { forks } = stored;
  if (forks.length === 0 || areForksSealed(stored)) return forks;
  const shown: Fork[] = [];
  for (let from = 0; from < forks.length; from += AT_ONCE)
    shown.push(...(await shownByLeaves(pool, seals, forks.slice(from, from + AT_ONCE))));
  return shown;
}

async function shownByLeaves(
  pool: Pool,
  seals: Pick<TreeSeals, 'leaves'>,
  forks: readonly Fork[],
): Promise<Fork[]> {
  const leaves = await leavesAt(pool, forks);
  return forks.filter(({ place, stream, revision }) => {
    const named = (leaves.get(`${stream}@${revision}`) ?? []).filter((leaf) => seals.leaves.isNamed(leaf));
    return named.some((leaf) => leaf.place === place) && named.some((leaf) => leaf.place < place);
  });
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
