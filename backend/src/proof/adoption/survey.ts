import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { isHashed, metadataOf } from '../../eventsourcing/journal/chain.js';
import { type Leaf, leavesFrom } from '../leaves.js';
import { renameLeaf } from './append-leaves.js';
import type { BrokenPlaces } from './broken-places.js';
import { type OwnEventsParts, ownEvents } from './own-events.js';
import { PlaceSet } from './place-set.js';

const PAGE = 1000;
/** Maximum number of places that are listed of the events that no checkpoint covers. */
const LISTED = 50;

/** The events that no checkpoint covers. Nothing outside of the database shows that they are the right ones. */
export interface Uncovered {
  readonly count: number;
  /** The names of the first places. */
  readonly first: readonly string[];
  readonly last: string | undefined;
}

export interface Survey {
  readonly events: number;
  /** Number of events up to and including the last one that has a leaf. */
  readonly leafed: number;
  /** The places of the tree whose events are in the log. */
  readonly seen: PlaceSet;
  readonly uncovered: Uncovered;
}

interface SurveyParts extends OwnEventsParts {
  readonly store: Pick<StoredLog, 'readAll' | 'readStream'>;
  readonly onProgress: (events: number) => void;
}

/**
 * Reads the log once, without the events' data, and finds out which leaves have events.
 * @param tree number of leaves of the tree, and the number of them that the newest checkpoint covers
 */
export async function survey(
  parts: SurveyParts,
  tree: { readonly size: number; readonly covered: number },
): Promise<Survey> {
  const seen = new PlaceSet(tree.size);
  const first: string[] = [];
  let [events, leafed, count] = [0, 0, 0];
  let last: string | undefined;
  for await (const batch of ownEvents(parts, { withoutData: true })) {
    for (const { event, leaf } of batch) {
      events += 1;
      if (leaf !== undefined && (isOf(leaf, event) || (await isRenamed(parts, event)))) {
        seen.add(leaf.place);
        leafed = events;
      }
      if (leaf !== undefined && leaf.place < tree.covered) continue;
      count += 1;
      last = placeName(event);
      if (first.length < LISTED) first.push(last);
    }
    parts.onProgress(events);
  }
  return { events, leafed, seen, uncovered: { count, first, last } };
}

const isOf = (leaf: Leaf, { stream, revision }: UntrustedEvent): boolean =>
  leaf.stream === stream && leaf.revision === revision;

/**
 * Corrects the name in the row of a leaf. The tree covers only the hash of an event, and the hash covers the
 * event's stream and revision. Returns false, and corrects nothing, if the event does not have this hash: then
 * it is an event of another stream that somebody copied there.
 */
async function isRenamed(
  { pool, store }: SurveyParts,
  { stream, revision }: UntrustedEvent,
): Promise<boolean> {
  const [event] = await store.readStream(stream, { from: revision, limit: 1 });
  const metadata = event && metadataOf(event);
  if (event?.revision !== revision || metadata === undefined || !isHashed(event, metadata)) return false;
  await renameLeaf(pool, event);
  return true;
}

/**
 * Reports each leaf whose event is not in the log: the event was lost or replaced, or somebody wrote a row of
 * the tree. The row of a leaf may name anything. If it names no stream of ours, the leaf is named by its hash
 * and its place in the tree.
 */
export async function reportLostLeaves(
  { pool, isOwnStream }: Pick<SurveyParts, 'pool' | 'isOwnStream'>,
  { seen }: Pick<Survey, 'seen'>,
  size: number,
  places: BrokenPlaces,
): Promise<void> {
  if (seen.isFull) return;
  const detail = 'the tree has a leaf of it, but the log does not have the event';
  for (let from = 0; from < size; from += PAGE)
    for (const leaf of await leavesFrom(pool, from, Math.min(PAGE, size - from))) {
      if (seen.has(leaf.place)) continue;
      const { stream, revision } = isOwnStream(leaf.stream)
        ? leaf
        : { stream: `leaf-${leaf.eventHash}`, revision: leaf.place };
      places.report({ stream, revision, detail, effect: 'tolerated' }, leaf.eventHash);
    }
}
