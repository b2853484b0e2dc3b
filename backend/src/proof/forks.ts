import type { Pool } from 'pg';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { Fork } from './tree-seals.js';

/** Maximum number of forks that a process reads. A fork is rare, and needs a person to deal with it. */
const FORKS_MAX = 50_000;

/** Returns the forks of the tree, oldest first. Nobody checks their digest here: a row more closes a stream. */
export async function forksIn(pool: Pool): Promise<Fork[]> {
  const { rows } = await pool.query<{ place: string; stream: string; revision: number }>({
    name: 'tree-forks',
    text: 'SELECT place, stream, revision FROM log_forks ORDER BY place LIMIT $1',
    values: [FORKS_MAX],
  });
  return rows.map(({ place, ...one }) => ({ ...one, place: Number(place) }));
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
