import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import { inParts } from '../platform/async/in-parts.js';
import type { Leaf } from './leaves.js';
import { hashOf } from './verify-stream.js';

/** Leaves whose events are read between two pauses. */
const AT_ONCE = 200;
/** Revisions that one reading of a stream passes over without a leaf, rather than being two readings. */
const GAP_MOST = 20;

interface Run {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

const keyOf = (stream: string, revision: number): string => `${stream}@${revision}`;

/** The parts of streams that have to be read for these leaves. */
function runsOf(leaves: readonly Leaf[]): Run[] {
  const sorted = leaves.toSorted((one, other) =>
    one.stream === other.stream ? one.revision - other.revision : one.stream < other.stream ? -1 : 1,
  );
  const runs: Run[] = [];
  for (const { stream, revision } of sorted) {
    const last = runs.at(-1);
    if (last?.stream === stream && revision - last.to <= GAP_MOST)
      runs[runs.length - 1] = { ...last, to: revision };
    else runs.push({ stream, from: revision, to: revision });
  }
  return runs;
}

/**
 * The first of these leaves whose event does not lie in the store, at its stream and revision and with its hash
 * (rule:leaves-have-events). A leaf is a row that anybody can have written who writes rows; the event is asked for.
 */
export async function firstWithoutEvent(
  store: Pick<StoredLog, 'readStream'>,
  leaves: readonly Leaf[],
): Promise<Leaf | undefined> {
  for await (const part of inParts(leaves, AT_ONCE)) {
    const hashes = new Map<string, string | undefined>();
    for (const { stream, from, to } of runsOf(part))
      for (const event of await store.readStream(stream, { from, limit: to - from + 1 }))
        hashes.set(keyOf(event.stream, event.revision), hashOf(event));
    const found = part.find((leaf) => hashes.get(keyOf(leaf.stream, leaf.revision)) !== leaf.eventHash);
    if (found !== undefined) return found;
  }
  return undefined;
}
