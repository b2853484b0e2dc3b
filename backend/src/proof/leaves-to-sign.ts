import type { Pool } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import type { AcceptedPlace } from '../eventsourcing/trust/adoption.js';
import { namelessPlaceOf } from './leaf-seals.js';
import { firstWithoutEvent } from './leaves-in-store.js';
import { type Leaf, type LeafNames, leavesFrom, type NamedLeaf } from './leaves.js';
import type { LeafRange, SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { rootsCompleted, mismatchedNodes } from './stored-tree.js';
import { hashOf } from './verify-stream.js';

/** Leaves per page. */
const PAGE = 1000;
/**
 * Maximum number of events to read for a page of leaves, as a multiple of the number of leaves. The factor is
 * above 1, because the log may contain other events between the events of these leaves.
 */
const READ_MOST = 3;

type Log = Pick<TrustedReader, 'readAll' | 'single'>;

/** The parts that compare leaves with the events in the store. */
export interface ComparingParts {
  readonly pool: Pool;
  readonly log: Log;
  readonly names: LeafNames;
  /** True if the operator accepted that this leaf, under the name of this place, has no event. */
  readonly isAccepted: (leaf: Leaf, place: AcceptedPlace) => boolean;
}

/** Where the comparison of leaves begins. */
export interface SignedEnd {
  /** Edge of the signed tree. */
  readonly edge: TreeEdge;
  /** Log position of the event of the signed tree's last leaf; undefined if it is not in the store. */
  readonly position: Position | undefined;
}

/** The leaves after the last checkpoint as they are stored. */
export interface StoredLeaves {
  /**
   * Edge of the tree over all leaves up to the first gap. It is computed from the edge of the signed tree and
   * from the leaves after it. The stored nodes above these leaves are not used.
   */
  readonly edge: TreeEdge;
  /** The nodes that these leaves complete and whose stored value is wrong or missing. */
  readonly mismatched: readonly SubtreeRoot[];
}

/** The leaves after the last checkpoint up to the first one that this service did not write. */
export interface FoundLeaves extends StoredLeaves {
  /**
   * Log position of the event of the last of these leaves. If no leaf after the checkpoint has an event, this
   * is the position of the event of the last signed leaf. Undefined if there is no signed leaf either, or if
   * the event is not in the store.
   */
  readonly position: Position | undefined;
  /** The first leaf whose place is wrong, or that has neither a MAC of its own nor an event in the store. */
  readonly foreign: Leaf | undefined;
}

/** Differences between leaves of this service and the events in the store, without those that the operator accepted. */
export interface LeafFaults {
  /** The first leaf whose event is not in the store. */
  readonly missing: Leaf | undefined;
  /**
   * Leaves whose rows do not name their event, or not with a MAC. They have the names of their event here.
   */
  readonly misnamed: readonly NamedLeaf[];
  /** The first leaf whose event nobody knows: somebody renamed its row, and its event is not in the store. */
  readonly nameless: Leaf | undefined;
}

const prefixOf = (stream: string): string => /^[^-]*-?/.exec(stream)?.[0] ?? '';

/**
 * Returns the events of these leaves, if they come after a position in the log. Usually the result has the
 * events of all leaves. The caller looks up each missing event separately. Only streams with the prefixes of
 * the leaves' streams are read, so that other programs' events are left out.
 */
async function eventsBehind(
  log: Log,
  after: Position | undefined,
  leaves: readonly Leaf[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const wanted = new Set(leaves.map(({ eventHash }) => eventHash));
  const found = new Map<string, StoredEvent>();
  const streamPrefixes = [...new Set(leaves.map(({ stream }) => prefixOf(stream)))].filter(
    (one) => one !== '',
  );
  let read = 0;
  for await (const { events } of log.readAll({
    after,
    streamPrefixes,
    batchSize: PAGE,
    withoutData: true,
  })) {
    for (const event of events) {
      const hash = hashOf(event);
      if (hash !== undefined && wanted.has(hash)) found.set(hash, event);
    }
    read += events.length;
    if (found.size === wanted.size || read >= READ_MOST * leaves.length) break;
  }
  return found;
}

const isOf = ({ stream, revision }: Leaf, event: StoredEvent | undefined): boolean =>
  event?.stream === stream && event.revision === revision;

/** Returns the position of a leaf's event, if the store has the event. */
export async function positionOf(
  log: Pick<Log, 'single'>,
  leaf: Leaf | undefined,
): Promise<Position | undefined> {
  if (leaf === undefined) return undefined;
  const [event] = await log.single(leaf.stream, { from: leaf.revision });
  return event?.revision === leaf.revision && hashOf(event) === leaf.eventHash ? event.position : undefined;
}

/**
 * Returns the leaves of a page that come before the first leaf that this service did not write: it has
 * neither a MAC of its own nor an event. `position` is the log position of the event of the last returned
 * leaf.
 * @param page leaves without a gap
 * @param begin place of the first of these leaves
 */
async function validLeavesOf(
  { log, names }: Pick<ComparingParts, 'log' | 'names'>,
  page: readonly Leaf[],
  begin: number,
  after: Position | undefined,
): Promise<{ readonly sound: readonly Leaf[]; readonly position: Position | undefined }> {
  const events = await eventsBehind(log, after, page);
  const doubtful = page.filter((leaf) => !isOf(leaf, events.get(leaf.eventHash)) && !names.isNamed(leaf));
  const foreign = await firstWithoutEvent(log, doubtful);
  const sound = foreign === undefined ? page : page.slice(0, foreign.place - begin);
  const last = sound.at(-1);
  const position = last && (events.get(last.eventHash)?.position ?? (await positionOf(log, last)));
  return { sound, position: position ?? after };
}

/** Reads the leaves up to the first gap. @param to number of leaves at which the reading ends */
async function* gaplessPages(
  pool: Pool,
  { from, to }: LeafRange,
): AsyncGenerator<{ readonly leaves: readonly Leaf[]; readonly behindGap: Leaf | undefined }> {
  for (let begin = from; ; begin += PAGE) {
    const page = await leavesFrom(pool, begin, Math.min(PAGE, to - begin));
    const gap = page.findIndex(({ place }, n) => place !== begin + n);
    yield { leaves: gap < 0 ? page : page.slice(0, gap), behindGap: page[gap] };
    if (gap >= 0 || page.length < PAGE) return;
  }
}

/** Computes the tree over the stored leaves. @param to number of leaves at which the tree ends */
export async function storedLeaves(pool: Pool, from: SignedEnd, to: number): Promise<StoredLeaves> {
  const edge = from.edge.copy();
  const mismatched: SubtreeRoot[] = [];
  for await (const { leaves } of gaplessPages(pool, { from: edge.size, to }))
    mismatched.push(...(await extend(pool, edge, leaves)));
  return { edge, mismatched };
}

/**
 * Compares the leaves after a checkpoint with the events in the store, page by page
 * (rule:leaves-have-events). Stops at the first leaf that has neither a MAC of its own nor an event. The
 * result depends only on the rows that were read, even if somebody changes rows during the comparison.
 * @param to number of leaves at which the comparison ends
 */
export async function leavesToSign(parts: ComparingParts, from: SignedEnd, to: number): Promise<FoundLeaves> {
  const edge = from.edge.copy();
  let { position } = from;
  let foreign: Leaf | undefined;
  const mismatched: SubtreeRoot[] = [];
  for await (const { leaves, behindGap } of gaplessPages(parts.pool, { from: edge.size, to })) {
    const { sound, position: reached } = await validLeavesOf(parts, leaves, edge.size, position);
    position = reached;
    mismatched.push(...(await extend(parts.pool, edge, sound)));
    foreign = leaves[sound.length] ?? behindGap;
    if (foreign !== undefined) break;
  }
  return { edge, position, foreign, mismatched };
}

/** Compares leaves of this service with the events in the store. @param to number of leaves */
export async function faultsOfLeaves(
  { pool, log, names, isAccepted }: ComparingParts,
  from: SignedEnd,
  to: number,
): Promise<LeafFaults> {
  let { position } = from;
  let missing: Leaf | undefined;
  let nameless: Leaf | undefined;
  const misnamed: NamedLeaf[] = [];
  for await (const { leaves } of gaplessPages(pool, { from: from.edge.size, to })) {
    const events = await eventsBehind(log, position, leaves);
    const doubtful: Leaf[] = [];
    for (const leaf of leaves) {
      const event = events.get(leaf.eventHash);
      position = event?.position ?? position;
      if (event === undefined) doubtful.push(leaf);
      else if (!isOf(leaf, event) || !names.isNamed(leaf)) misnamed.push(namedAfter(leaf, event));
    }
    missing ??= await firstWithoutEvent(
      log,
      doubtful.filter((leaf) => names.isNamed(leaf) && !isAccepted(leaf, leaf)),
    );
    // Only its MAC may be gone.
    for (const leaf of doubtful.filter((one) => !names.isNamed(one)))
      if ((await positionOf(log, leaf)) !== undefined) misnamed.push(leaf);
      else if (!isAccepted(leaf, namelessPlaceOf(leaf))) nameless ??= leaf;
  }
  return { missing, misnamed, nameless };
}

const namedAfter = (leaf: Leaf, { stream, revision }: StoredEvent): NamedLeaf => ({
  ...leaf,
  stream,
  revision,
});

/**
 * Appends the leaves to the edge. @returns the nodes that the leaves complete and whose stored value is wrong
 * or missing
 */
async function extend(pool: Pool, edge: TreeEdge, leaves: readonly Leaf[]): Promise<SubtreeRoot[]> {
  const from = edge.size;
  const completed: SubtreeRoot[] = [];
  for (const { eventHash } of leaves) edge.append(Buffer.from(eventHash, 'hex'), completed);
  return mismatchedNodes(completed, await rootsCompleted(pool, { from, to: edge.size }));
}
