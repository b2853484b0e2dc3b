import type { Pool } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { firstWithoutEvent } from './leaves-in-store.js';
import { type Leaf, leavesFrom } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
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

/** Facts about the leaves after the last checkpoint. */
export interface FoundLeaves {
  /**
   * Edge of the tree up to the last valid leaf. It is computed from the edge of the signed tree and from the
   * valid leaves after that tree. The stored nodes above these leaves are not used.
   */
  readonly edge: TreeEdge;
  /**
   * Log position of the event of the last valid leaf. If no leaf after the checkpoint is valid, this is the
   * position of the event of the last signed leaf. Undefined if there is no signed leaf either, or if the
   * event is not in the store.
   */
  readonly position: Position | undefined;
  /** The first invalid leaf. Its place is wrong, or the store does not have its event. */
  readonly foreign: Leaf | undefined;
  /** The nodes that the valid leaves complete and whose stored value is wrong or missing. */
  readonly mismatched: readonly SubtreeRoot[];
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
export async function positionOf(log: Log, leaf: Leaf | undefined): Promise<Position | undefined> {
  if (leaf === undefined) return undefined;
  const [event] = await log.single(leaf.stream, { from: leaf.revision });
  return event?.revision === leaf.revision && hashOf(event) === leaf.eventHash ? event.position : undefined;
}

/**
 * Returns the leaves of a page that come before the first invalid leaf. `position` is the log position of the
 * event of the last returned leaf.
 */
async function validLeavesOf(
  log: Log,
  page: readonly Leaf[],
  from: { readonly place: number; readonly after: Position | undefined },
): Promise<{ readonly sound: readonly Leaf[]; readonly position: Position | undefined }> {
  const gap = page.findIndex(({ place }, n) => place !== from.place + n);
  const inPlace = gap < 0 ? page : page.slice(0, gap);
  const events = await eventsBehind(log, from.after, inPlace);
  const doubtful = inPlace.filter((leaf) => !isOf(leaf, events.get(leaf.eventHash)));
  const foreign = await firstWithoutEvent(log, doubtful);
  const sound = foreign === undefined ? inPlace : inPlace.slice(0, foreign.place - from.place);
  const last = sound.at(-1);
  const position = last && (events.get(last.eventHash)?.position ?? (await positionOf(log, last)));
  return { sound, position: position ?? from.after };
}

/**
 * Compares the leaves after a checkpoint with the events in the store, page by page
 * (rule:leaves-have-events). The result depends only on the rows that were read, even if somebody changes
 * rows during the comparison.
 * @param from the edge of the signed tree, and the log position of the event of that tree's last leaf
 */
export async function leavesToSign(
  { pool, log }: { readonly pool: Pool; readonly log: Log },
  from: { readonly edge: TreeEdge; readonly position: Position | undefined },
): Promise<FoundLeaves> {
  const edge = from.edge.copy();
  let { position } = from;
  const mismatched: SubtreeRoot[] = [];
  for (;;) {
    const begin = edge.size;
    const page = await leavesFrom(pool, begin, PAGE);
    const { sound, position: reached } = await validLeavesOf(log, page, { place: begin, after: position });
    position = reached;
    const completed: SubtreeRoot[] = [];
    for (const { eventHash } of sound) edge.append(Buffer.from(eventHash, 'hex'), completed);
    const stored = await rootsCompleted(pool, { from: begin, to: edge.size });
    mismatched.push(...mismatchedNodes(completed, stored));
    const foreign = page[sound.length];
    if (foreign !== undefined || page.length < PAGE) return { edge, position, foreign, mismatched };
  }
}
