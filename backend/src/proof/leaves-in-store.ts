import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import type { Leaf } from './leaves.js';
import { hashOf } from './verify-stream.js';

/** Number of leaves whose events are read between two pauses. */
const LEAVES_PER_CHUNK = 200;
/**
 * Maximum distance between two successive revisions of a stream that are read with one call. If the distance
 * is larger, a new call reads the later revision.
 */
const GAP_MOST = 20;

interface RevisionRange {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

const keyOf = (stream: string, revision: number): string => `${stream}@${revision}`;

/** Returns the ranges of revisions to read for these leaves. */
function rangesOf(leaves: readonly Leaf[]): RevisionRange[] {
  const sorted = leaves.toSorted((one, other) =>
    one.stream === other.stream ? one.revision - other.revision : one.stream < other.stream ? -1 : 1,
  );
  const runs: RevisionRange[] = [];
  for (const { stream, revision } of sorted) {
    const last = runs.at(-1);
    if (last?.stream === stream && revision - last.to <= GAP_MOST)
      runs[runs.length - 1] = { ...last, to: revision };
    else runs.push({ stream, from: revision, to: revision });
  }
  return runs;
}

/**
 * Returns the first leaf without an event. A leaf has an event if the store has an event with the leaf's
 * hash, stream and revision (rule:leaves-have-events). Anyone who can write rows can write a leaf, so only
 * the events in the store prove anything.
 */
export async function firstWithoutEvent(
  log: Pick<TrustedReader, 'single'>,
  leaves: readonly Leaf[],
): Promise<Leaf | undefined> {
  for await (const part of chunkedWithYield(leaves, LEAVES_PER_CHUNK)) {
    const hashes = new Map<string, string | undefined>();
    for (const { stream, from, to } of rangesOf(part))
      for (const event of await log.single(stream, { from, limit: to - from + 1 }))
        hashes.set(keyOf(event.stream, event.revision), hashOf(event));
    const found = part.find((leaf) => hashes.get(keyOf(leaf.stream, leaf.revision)) !== leaf.eventHash);
    if (found !== undefined) return found;
  }
  return undefined;
}
