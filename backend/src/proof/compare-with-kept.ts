import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { acceptedBy, type AcceptedPlace, type Adoption } from '../eventsourcing/trust/adoption.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { checkpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import type { Receipts } from '../vault/receipts.js';
import { fitsTree } from './fits-tree.js';
import { type GrowthParts, growsInto } from './grows-into.js';
import { leavesFrom } from './leaves.js';
import { isSignedByUs, newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import type { TreeSeals } from './tree-seals.js';

/** Number of leaves whose streams are looked up at once. */
const PAGE = 200;
/** Maximum number of pages that are searched for lost events. */
const PAGES = 100;
/** Maximum number of lost places that are returned. */
const LISTED = 20;

export interface KeptParts extends GrowthParts {
  readonly store: Pick<EventStore, 'ends' | 'readAll'>;
  readonly receipts: Pick<Receipts, 'ownKey'>;
  /** The statement in LOG_ADOPTED. */
  readonly adoption?: Adoption | undefined;
  /** The newest checkpoint that this backend saw and kept outside of the database. */
  readonly kept?: SignedCheckpoint | undefined;
  readonly seals: Pick<TreeSeals, 'fitting'>;
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
    (await growsInto(parts, kept));
  const isAdopted = adoption === undefined || (await fitsTree(pool, adoption));
  const lost = await lostAtTheEnd(parts, Math.min(size, await trustedSize(parts)));
  if (isContinued && isAdopted && lost.events === 0) return undefined;
  return { ...lost, checkpoint: isContinued ? undefined : kept, adoption: !isAdopted, size };
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
 */
async function lostAtTheEnd(
  { pool, store, adoption, isAccepted = acceptedBy(adoption) }: KeptParts,
  size: number,
): Promise<Pick<Losses, 'places' | 'events'>> {
  let places: AcceptedPlace[] = [];
  let events = 0;
  for (let [to, pages] = [size, 0]; to > 0 && pages < PAGES; to -= PAGE, pages += 1) {
    const from = Math.max(0, to - PAGE);
    const leaves = await leavesFrom(pool, from, to - from);
    const ends = await store.ends([...new Set(leaves.map(({ stream }) => stream))]);
    const lost = leaves
      .filter(({ stream, revision }) => revision > (ends.get(stream)?.revision ?? -1))
      .filter(({ stream, revision, eventHash }) => !isAccepted(stream, revision, 'missing', eventHash))
      .map(({ stream, revision }) => ({ stream, revision }));
    if (lost.length === 0) break;
    events += lost.length;
    places = [...lost, ...places].slice(0, LISTED);
  }
  return { places, events };
}
