import type { AcceptedPlace } from '../../eventsourcing/trust/adoption.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import { namelessPlaceOf } from '../leaf-seals.js';
import { type Leaf, type LeafNames, leavesFrom } from '../leaves.js';
import { nameLeaves } from '../truncate-tree.js';
import type { BrokenPlaces } from './broken-places.js';
import { isLeafOf, type LeafMacs } from './leaf-macs.js';
import { type OwnEventsParts, ownEvents } from './own-events.js';
import { PlaceSet } from './place-set.js';
import { type Retiring, RetiringEvents } from './retiring-events.js';

const PAGE = 1000;
/** Maximum number of places that are listed of the events that no checkpoint covers. */
const LISTED = 50;
/** Number of characters that are shown of a name that somebody may have written. */
const NAME_SHOWN = 80;

/** The events that no checkpoint covers. Nothing outside of the database shows that they are the right ones. */
export interface Uncovered {
  readonly count: number;
  /** The names of the first places. */
  readonly first: readonly string[];
  readonly last: string | undefined;
}

export interface Survey {
  readonly events: number;
  /** Number of events that have a MAC, right or wrong. */
  readonly marked: number;
  /** Number of events up to and including the last one that has a leaf. */
  readonly leafed: number;
  /** The places of the tree whose events are in the log. */
  readonly seen: PlaceSet;
  readonly uncovered: Uncovered;
  readonly retiring: Retiring;
}

interface SurveyParts extends OwnEventsParts {
  readonly macs: LeafMacs;
  /** Names of the keys that are retired now. */
  readonly retiring: readonly string[];
  readonly decisions: { readonly checkpoints: readonly { readonly size: number }[] };
  readonly onProgress: (events: number) => void;
}

/**
 * Reads the log once, and finds out which leaves have events.
 * @param tree number of leaves of the tree, and the number of them that the newest checkpoint covers
 */
export async function survey(
  parts: SurveyParts,
  tree: { readonly size: number; readonly covered: number },
): Promise<Survey> {
  const { macs, decisions, onProgress } = parts;
  const outside = Math.max(0, ...decisions.checkpoints.map(({ size }) => size));
  const retiring = new RetiringEvents(new Set(parts.retiring), outside);
  const seen = new PlaceSet(tree.size);
  const first: string[] = [];
  let [events, marked, leafed, count] = [0, 0, 0, 0];
  let last: string | undefined;
  for await (const batch of ownEvents(parts)) {
    for (const { event, leaf } of batch) {
      events += 1;
      if (metadataOf(event)?.mac !== undefined) marked += 1;
      const own = leaf !== undefined && isLeafOf(leaf, event, macs.before) ? leaf : undefined;
      if (own !== undefined) {
        seen.add(own.place);
        leafed = events;
      }
      retiring.meet(event, own?.place);
      if (leaf !== undefined && leaf.place < tree.covered) continue;
      count += 1;
      last = placeName(event);
      if (first.length < LISTED) first.push(last);
    }
    onProgress(events);
  }
  return { events, marked, leafed, seen, uncovered: { count, first, last }, retiring: retiring.found };
}

interface LostParts extends Pick<SurveyParts, 'pool' | 'isOwnStream' | 'macs'> {
  /** Says which names are believed of leaves without an event. */
  readonly names: LeafNames;
  readonly places: BrokenPlaces;
  /** True for a leaf whose event a repair took out, as a record says. */
  readonly isKnown: Accepts;
}

/**
 * Reports each leaf whose event is not in the log: the event was lost or replaced, or somebody wrote a row of
 * the tree. The row of a leaf may name anything. If its name is not believed, or is no stream of ours, the
 * leaf is named by its hash and its place in the tree, and is accepted by that name only. Leaves whose events
 * are missing because of a repair are left out.
 */
export async function reportLostLeaves(
  { pool, isOwnStream, macs, names, places, isKnown }: LostParts,
  { seen }: Pick<Survey, 'seen'>,
  size: number,
): Promise<void> {
  if (seen.isFull) return;
  for (let from = 0; from < size; from += PAGE) {
    const toMark: Leaf[] = [];
    for (const leaf of await leavesFrom(pool, from, Math.min(PAGE, size - from))) {
      if (seen.has(leaf.place)) continue;
      const isNamed = names.isNamed(leaf) && isOwnStream(leaf.stream);
      const place = isNamed ? placeOfLeaf(leaf) : namelessPlaceOf(leaf);
      const lost = { ...place, detail: detailOf(leaf, isNamed), effect: 'tolerated' } as const;
      const isExcused =
        isKnown(place.stream, place.revision, 'missing', leaf.eventHash) ||
        places.report(lost, leaf.eventHash);
      // The name that the operator accepts is the one that later verifications meet.
      const isMarked = macs.before.isNamed(leaf) || isExcused;
      if (isNamed && isMarked && !macs.after.isNamed(leaf)) toMark.push(leaf);
    }
    await nameLeaves(pool, macs.after, toMark);
  }
}

const placeOfLeaf = ({ stream, revision }: Leaf): AcceptedPlace => ({ stream, revision });

const detailOf = ({ stream, revision }: Leaf, isKnown: boolean): string =>
  isKnown
    ? 'the tree has a leaf of it, but the log does not have the event'
    : `the log does not have the event of this leaf, and nothing shows that the name in its row is right: ${JSON.stringify(`${stream}@${revision}`.slice(0, NAME_SHOWN))}`;
