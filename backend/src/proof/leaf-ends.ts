import type { Pool } from 'pg';
import { type LeafNames, lastLeavesOf, leavesOfRecords } from './leaves.js';

/** Number of leaves that are read at once. Usually the first one is the newest event of the stream. */
const PAGE = 100;
/** Number of leaves of records that are read at once. */
const RECORDS_PAGE = 1_000;
const LAST = { revision: 2_147_483_647, place: Number.MAX_SAFE_INTEGER };

/**
 * Returns the revision of the last event of a stream for which the service made a leaf; -1 if there is none. If
 * the stream ends before it, somebody cut the end off. Rows that somebody else wrote count as none.
 * @param isAccepted true for an event that may be missing
 */
export async function leafEndOf(
  pool: Pool,
  names: LeafNames,
  stream: string,
  isAccepted: (revision: number, hash: string) => boolean,
): Promise<number> {
  for (let before = LAST; ; ) {
    const leaves = await lastLeavesOf(pool, stream, before, PAGE);
    const found = leaves.find((leaf) => names.isNamed(leaf) && !isAccepted(leaf.revision, leaf.eventHash));
    if (found !== undefined) return found.revision;
    const last = leaves.at(-1);
    if (last === undefined || leaves.length < PAGE) return -1;
    before = last;
  }
}

/**
 * Returns for each stream of records about another stream the revision of its last event for which the service
 * made a leaf. Rows that somebody else wrote count as none.
 */
export async function leafEndsOfRecords(pool: Pool, names: LeafNames): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for (let after = { stream: '', revision: -1, place: -1 }; ; ) {
    const leaves = await leavesOfRecords(pool, after, RECORDS_PAGE);
    for (const leaf of leaves) if (names.isNamed(leaf)) ends.set(leaf.stream, leaf.revision);
    const last = leaves.at(-1);
    if (last === undefined || leaves.length < RECORDS_PAGE) return ends;
    after = last;
  }
}
