import { LRUCache } from 'lru-cache';
import type { Position, StoredEvent, StoredLog } from '../eventsourcing/event-store/event-store.js';
import { isLinked, metadataOf, NO_HASH } from '../eventsourcing/journal/chain.js';
import { ahead } from '../platform/async/ahead.js';
import { inParts } from '../platform/async/in-parts.js';
import {
  KeptCheckpoints,
  NONE_SEEN,
  type OutsideCheckpoints,
  type OutsideFound,
  type SeenCheckpoints,
} from './kept-checkpoints.js';
import { hashesAt, type Leaf, leavesFrom } from './leaves.js';
import { withoutForeign } from './foreign-events.js';
import { type SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { firstUnlike, rootsCompleted, type StoredRoots, treeSize } from './stored-tree.js';
import { type StreamVerdict, verifyOneStream, type VerifyingParts } from './verify-nda.js';
import type { BrokenPlace } from './verify-stream.js';

const BATCH = 1000;
/** Events between two pauses: some milliseconds of hashing, also where they are large. */
const AT_ONCE = 100;
/** Streams whose last hash is remembered by default; of others it is looked up. A few megabytes. */
const REMEMBERED = 20_000;

export interface PassParts extends VerifyingParts {
  /** Just opened: a store in use keeps the end of the log in memory, and would not see what became of the rows. */
  readonly store: Pick<StoredLog, 'readStream' | 'readAll'>;
  readonly streamPrefixes: readonly string[];
  /** Whether a stream is named as ours are; all are by default. */
  readonly isOwnStream?: (stream: string) => boolean;
  /** Whoever goes on from a place has none. */
  readonly outside?: OutsideCheckpoints | undefined;
  readonly batchSize?: number;
  /** Streams whose last hash is remembered. */
  readonly remembered?: number;
  /** A batch is read while the one before it is worked on: for those who have the machine to themselves. */
  readonly readsAhead?: boolean;
}

/** Hashes of events that were looked up, by `<stream>@<revision>`; undefined for those that nobody met. */
type LookedUp = Map<string, string | undefined>;

interface Batch {
  readonly events: readonly StoredEvent[];
  /** Events of other programs that stood among them. */
  readonly foreign: number;
  readonly position: Position;
  /** In the order of the events: as many or more, up to the end of the tree. */
  readonly leaves: readonly Leaf[];
  /** Of the subtrees that these leaves complete, at least. */
  readonly roots: StoredRoots;
}

export interface LogVerdict extends StreamVerdict {
  /** Events of other programs, which were passed over. */
  readonly foreign: number;
  /** Of the checkpoints that somebody kept outside; null where none were given. */
  readonly kept: OutsideFound | null;
}

/** Where a pass is between two batches: enough to go on from it. */
export interface PassState {
  /** All up to here was looked at; null before the first event. */
  readonly position: Position | null;
  readonly events: number;
  /** Of other programs, passed over. */
  readonly foreign: number;
  /** Leaves that were there at the beginning. What was met later is held against the chain alone. */
  readonly size: number;
  /** Leaves that were looked at, and the right edge of the tree over them. */
  readonly leaves: number;
  readonly edge: readonly Buffer[];
  readonly checkpoints: SeenCheckpoints;
}

/**
 * Goes through the whole log (rule:log-is-verified): events and leaves side by side in their order, each once, with
 * the tree's nodes and the checkpoints. Memory does not grow with the log. Ends at the first place that is broken.
 */
export class LogPass {
  private readonly edge: TreeEdge;
  private readonly lastOf: LRUCache<string, string>;
  private position: Position | null;
  private events: number;
  private foreign: number;
  private firstBroken: BrokenPlace | undefined;
  readonly size: number;

  private constructor(
    private readonly parts: PassParts,
    private readonly checkpoints: KeptCheckpoints,
    from: PassState,
  ) {
    this.lastOf = new LRUCache({ max: parts.remembered ?? REMEMBERED });
    this.edge = TreeEdge.of(from.leaves, from.edge);
    this.position = from.position;
    this.events = from.events;
    this.foreign = from.foreign;
    this.size = from.size;
  }

  /** @param from where an earlier one was; the beginning by default */
  static async over(parts: PassParts, from?: PassState): Promise<LogPass> {
    const { pool, publicKeys, outside } = parts;
    const start = from ?? {
      position: null,
      events: 0,
      foreign: 0,
      size: await treeSize(pool),
      leaves: 0,
      edge: [],
      checkpoints: NONE_SEEN,
    };
    const kept = new KeptCheckpoints({ pool, keys: await publicKeys(), outside }, start.checkpoints);
    return new LogPass(parts, kept, start);
  }

  get state(): PassState {
    const { position, events, foreign, size, edge, checkpoints } = this;
    return {
      position,
      events,
      foreign,
      size,
      leaves: edge.size,
      edge: [...edge.edge],
      checkpoints: checkpoints.seen,
    };
  }

  /** Complete once the steps have ended. */
  get verdict(): LogVerdict {
    const { events, foreign, checkpoints, firstBroken } = this;
    return {
      events,
      foreign,
      checkpoints: checkpoints.seen.count,
      kept: checkpoints.outsideFound,
      firstBroken: firstBroken ?? null,
    };
  }

  /** A batch each, after which `state` is one to go on from. @throws EventStoreUnavailable */
  async *steps(): AsyncGenerator<void> {
    this.firstBroken = await this.checkpoints.check(this.edge);
    if (this.firstBroken !== undefined) return;
    const batches = this.batches();
    for await (const batch of this.parts.readsAhead === true ? ahead(batches) : batches) {
      this.firstBroken = await this.take(batch);
      if (this.firstBroken !== undefined) return;
      this.position = batch.position;
      yield;
    }
    this.firstBroken =
      (await this.left()) ?? (await this.checkpoints.beyond(await treeSize(this.parts.pool)));
  }

  /** All that is read of the log and of its tree, side by side. */
  private async *batches(): AsyncGenerator<Batch> {
    const { store, streamPrefixes, batchSize = BATCH, pool } = this.parts;
    const after = this.position ?? undefined;
    let from = this.edge.size;
    for await (const { events: all, position } of store.readAll({ after, streamPrefixes, batchSize })) {
      const to = Math.min(from + all.length, this.size);
      const [leaves, roots] = await Promise.all([
        leavesFrom(pool, from, to - from),
        rootsCompleted(pool, { from, to }),
      ]);
      const events = await withoutForeign(this.parts, all, leaves);
      yield { events, foreign: all.length - events.length, position, leaves, roots };
      from = Math.min(from + events.length, this.size);
    }
  }

  private async take({ events, foreign, leaves, roots }: Batch): Promise<BrokenPlace | undefined> {
    this.foreign += foreign;
    const lookedUp: LookedUp = new Map();
    const nodes: SubtreeRoot[] = [];
    let at = 0;
    for await (const part of inParts(events, AT_ONCE))
      for (const event of part) {
        const leaf = leaves[at];
        const metadata = metadataOf(event);
        const before = this.remembered(event) ?? (await this.hashBefore(events, at, lookedUp));
        at += 1;
        const isNext = before !== undefined && metadata !== undefined && isLinked(event, before, metadata);
        const broken =
          isNext && (leaf === undefined || isOf(leaf, event, metadata.hash))
            ? undefined
            : await this.diagnosed(event, leaf, before);
        if (broken !== undefined) return broken;
        if (metadata !== undefined) this.lastOf.set(event.stream, metadata.hash);
        this.events += 1;
        if (leaf === undefined) continue;
        this.edge.append(Buffer.from(leaf.eventHash, 'hex'), nodes);
        // Of most leaves there is none, and to wait for that takes longer than to hash the leaf.
        if (!this.checkpoints.isDue(this.edge)) continue;
        const unlike = await this.checkpoints.check(this.edge);
        if (unlike !== undefined) return unlike;
      }
    const unlike = firstUnlike(nodes, roots);
    return unlike && unlikeNode(unlike);
  }

  /** The hash before an event. */
  private remembered({ stream, revision }: StoredEvent): string | undefined {
    return revision === 0 ? NO_HASH : this.lastOf.get(stream);
  }

  /** Of one that is not remembered; with it those of all that follow in the batch and are not either. */
  private async hashBefore(
    events: readonly StoredEvent[],
    at: number,
    lookedUp: LookedUp,
  ): Promise<string | undefined> {
    const place = placeBefore(events[at] as StoredEvent);
    // A stream that is remembered when others are looked up may be forgotten before its event comes.
    if (!lookedUp.has(place)) await this.lookUp(events.slice(at), lookedUp);
    return lookedUp.get(place);
  }

  /** Leaves whose events did not come. */
  private async left(): Promise<BrokenPlace | undefined> {
    if (this.edge.size >= this.size) return undefined;
    const [leaf] = await leavesFrom(this.parts.pool, this.edge.size, 1);
    if (leaf === undefined) return undefined;
    const found = await this.brokenIn(leaf.stream);
    const { stream, revision } = leaf;
    return found ?? { stream, revision, kind: 'dropped', detail: 'it was met, and is not in the log' };
  }

  private async lookUp(events: readonly StoredEvent[], lookedUp: LookedUp): Promise<void> {
    const seen = new Set<string>();
    const wanted = events.filter(({ stream, revision }) => {
      const isFirst = !seen.has(stream);
      seen.add(stream);
      return isFirst && revision > 0 && !this.lastOf.has(stream);
    });
    const places = wanted.map(({ stream, revision }) => ({ stream, revision: revision - 1 }));
    const found = await hashesAt(this.parts.pool, places);
    for (const event of wanted) lookedUp.set(placeBefore(event), found.get(placeBefore(event)));
  }

  /**
   * Which of the two is wrong, and how: told by their streams; where both are whole, their order is not. Of an event
   * that nobody met, and whose predecessor nobody met either, its stream is all there is to ask.
   */
  private async diagnosed(
    event: StoredEvent,
    leaf: Leaf | undefined,
    before: string | undefined,
  ): Promise<BrokenPlace | undefined> {
    const { stream, revision } = event;
    const found = (await this.brokenIn(stream)) ?? (leaf && (await this.brokenIn(leaf.stream)));
    if (found !== undefined || (leaf === undefined && before === undefined)) return found;
    const detail =
      leaf === undefined
        ? 'it does not follow the event of its stream that stands before it in the log'
        : `it stands where event ${leaf.revision} of ${leaf.stream} was met`;
    return { stream, revision, kind: 'reordered', detail };
  }

  private async brokenIn(stream: string): Promise<BrokenPlace | undefined> {
    const found = (await verifyOneStream(this.parts, stream))?.firstBroken;
    // What is wrong with the newest checkpoint is told at its own place.
    return found?.stream === stream && found.kind !== 'checkpoint_mismatch' ? found : undefined;
  }
}

const placeBefore = ({ stream, revision }: StoredEvent): string => `${stream}@${revision - 1}`;

function unlikeNode({ level, index }: SubtreeRoot): BrokenPlace {
  const width = 2 ** level;
  const detail = `node ${level}/${index} of the tree is not what the leaves ${index * width} to ${(index + 1) * width - 1} give`;
  return { stream: null, revision: null, kind: 'checkpoint_mismatch', detail };
}

const isOf = (leaf: Leaf, event: StoredEvent, hash: string | undefined): boolean =>
  leaf.eventHash === hash && leaf.stream === event.stream && leaf.revision === event.revision;
