import type { EventStore, Position } from '../eventsourcing/event-store/event-store.js';
import { acceptedBy, type AcceptedPlace, type Adoption } from '../eventsourcing/trust/adoption.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { checkpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import { isHashed, metadataOf } from '../eventsourcing/journal/chain.js';
import type { Receipts } from '../vault/receipts.js';
import { fitsTree } from './fits-tree.js';
import { type GrowthParts, growsInto } from './grows-into.js';
import { namelessPlaceOf } from './leaf-seals.js';
import { positionOf } from './leaves-to-sign.js';
import { type Leaf, leavesBefore } from './leaves.js';
import { isSignedByUs, newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import type { TreeSeals } from './tree-seals.js';

/** Number of leaves whose streams are looked up at once. */
const PAGE = 200;
/** Maximum number of pages that are searched for lost events. */
const PAGES = 100;
/** Maximum number of events that are read to find those of renamed leaves, as a multiple of the leaves there. */
const READ_MOST = 3;
/** Maximum number of lost places that are returned. */
const LISTED = 20;

export interface KeptParts extends GrowthParts {
  readonly store: Pick<EventStore, 'ends' | 'readAll'>;
  readonly receipts: Pick<Receipts, 'ownKey'>;
  /** The statement in LOG_ADOPTED. */
  readonly adoption?: Adoption | undefined;
  /** The newest checkpoint that this backend saw and kept outside of the database. */
  readonly kept?: SignedCheckpoint | undefined;
  readonly seals: Pick<TreeSeals, 'fitting' | 'leaves'>;
  /**
   * Called if the tree lacks leaves of the kept checkpoint, and the log has the events of all of them.
   * @param size number of leaves of the tree
   */
  readonly onGrowing?: ((size: number) => void) | undefined;
  /** True for a lost event that the operator knows of. By default those that the adoption accepts. */
  readonly isAccepted?: Accepts | undefined;
}

/** The events and leaves that a restored log or a restored database lacks. */
export interface Losses {
  /** Places whose events are lost: the first ones of the tree's end. */
  readonly places: readonly AcceptedPlace[];
  /** Number of lost events that were found. The search is bounded, so there may be more. */
  readonly events: number;
  /** The kept checkpoint, if the tree does not continue it. */
  readonly checkpoint: SignedCheckpoint | undefined;
  /** True if the tree does not begin with the tree of LOG_ADOPTED. */
  readonly adoption: boolean;
  /** Number of leaves of the stored tree. */
  readonly size: number;
}

/**
 * Compares the log, its tree, the adopted tree and the kept checkpoint. Returns undefined if they continue each
 * other. The tree may lack leaves whose events are in the log. A restore of only some of the stores leaves one
 * older than the rest, and then events may be lost (rule:losses-are-accepted-by-name).
 * @throws EventStoreUnavailable
 */
export async function lossesOf(parts: KeptParts): Promise<Losses | undefined> {
  const { pool, adoption, kept } = parts;
  const accepted = new Set((adoption?.accepted ?? []).map(placeName));
  const size = await treeSize(pool);
  const isContinued =
    kept === undefined ||
    accepted.has(placeName(checkpointPlace(kept))) ||
    (await fitsTree(pool, kept)) ||
    (await isGrowing(parts, kept, size));
  const isAdopted = adoption === undefined || (await fitsTree(pool, adoption));
  const lost = await lostAtTheEnd(parts, await trustedSize(parts));
  if (isContinued && isAdopted && lost.events === 0) return undefined;
  return { ...lost, checkpoint: isContinued ? undefined : kept, adoption: !isAdopted, size };
}

async function isGrowing(parts: KeptParts, kept: SignedCheckpoint, size: number): Promise<boolean> {
  const grows = await growsInto(parts, kept);
  if (grows) parts.onGrowing?.(size);
  return grows;
}

/**
 * Returns the number of leaves that this service wrote for certain: all of a tree that fits its MAC, otherwise
 * those that the newest checkpoint covers, if one of our keys signed it.
 */
async function trustedSize({ pool, receipts, seals }: KeptParts): Promise<number> {
  const sealed = await seals.fitting(pool);
  if (sealed !== undefined) return sealed.head.edge.size;
  const newest = await newestCheckpoint(pool);
  return newest !== undefined && (await isSignedByUs(newest, receipts)) ? newest.size : 0;
}

/**
 * Finds leaves at the end of the tree whose streams end before them. Searches backwards, and stops at the first
 * page whose events are all there.
 * @param trusted number of leaves that this service wrote for certain. A leaf among them that somebody
 * renamed is lost unless its event is found. Behind them, only leaves with a MAC of their own count
 */
async function lostAtTheEnd(parts: KeptParts, trusted: number): Promise<Pick<Losses, 'places' | 'events'>> {
  const { pool, seals, adoption, isAccepted = acceptedBy(adoption) } = parts;
  let places: AcceptedPlace[] = [];
  let events = 0;
  for (let [to, pages] = [Number.MAX_SAFE_INTEGER, 0]; pages < PAGES; pages += 1) {
    const page = await leavesBefore(pool, to, PAGE);
    const leaves = page.filter((leaf) => leaf.place < trusted || seals.leaves.isNamed(leaf));
    const found = await lostAmong(parts, leaves);
    const lost = found
      .filter(({ stream, revision, eventHash }) => !isAccepted(stream, revision, 'missing', eventHash))
      .map(({ stream, revision }) => ({ stream, revision }));
    events += lost.length;
    places = [...lost, ...places].slice(0, LISTED);
    if (page.length < PAGE || (leaves.length > 0 && found.length === 0)) break;
    to = page[0]?.place ?? 0;
  }
  return { places, events };
}

type LookingParts = Pick<KeptParts, 'pool' | 'store' | 'log' | 'seals' | 'streamPrefixes'>;

type LostLeaf = AcceptedPlace & Pick<Leaf, 'eventHash'>;

/**
 * Returns the places of these leaves whose events are lost. A leaf that somebody renamed may be one of them.
 */
async function lostAmong(parts: LookingParts, leaves: readonly Leaf[]): Promise<LostLeaf[]> {
  const { store, log, seals } = parts;
  const ends = await store.ends([...new Set(leaves.map(({ stream }) => stream))]);
  const there = await hashesOfRenamed(
    parts,
    leaves.filter((leaf) => !seals.leaves.isNamed(leaf)),
  );
  const lost: LostLeaf[] = [];
  for (const leaf of leaves) {
    const { stream, revision, eventHash } = leaf;
    if (seals.leaves.isNamed(leaf)) {
      if (revision > (ends.get(stream)?.revision ?? -1)) lost.push({ stream, revision, eventHash });
    } else if (!there.has(eventHash) && (await positionOf(log, leaf)) === undefined)
      lost.push({ ...namelessPlaceOf(leaf), eventHash });
  }
  return lost;
}

/**
 * Returns the hashes of renamed leaves whose events are in the log. Nobody knows the streams of these events, but
 * they come in the log where their leaves come in the tree. An event that has the hash of a leaf is the one that
 * the service recorded. The pass over the log reports the rows.
 * @param renamed in the order of the tree
 */
async function hashesOfRenamed(
  { pool, store, log, streamPrefixes }: LookingParts,
  renamed: readonly Leaf[],
): Promise<ReadonlySet<string>> {
  const [first, last] = [renamed[0], renamed.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const wanted = new Set(renamed.map(({ eventHash }) => eventHash));
  const found = new Set<string>();
  let after: Position | undefined;
  for (const leaf of (await leavesBefore(pool, first.place, PAGE)).toReversed())
    if ((after = await positionOf(log, leaf)) !== undefined) break;
  let left = PAGE + READ_MOST * (last.place - first.place + 1);
  for await (const { events } of store.readAll({ after, streamPrefixes, batchSize: PAGE })) {
    for (const event of events) {
      const metadata = metadataOf(event);
      if (metadata !== undefined && wanted.has(metadata.hash) && isHashed(event, metadata))
        found.add(metadata.hash);
    }
    left -= events.length;
    if (found.size === wanted.size || left <= 0) break;
  }
  return found;
}
