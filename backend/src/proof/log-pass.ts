import { LRUCache } from 'lru-cache';
import type { Position, UntrustedEvent, StoredLog } from '../eventsourcing/event-store/event-store.js';
import { metadataOf, NO_HASH } from '../eventsourcing/journal/chain.js';
import { chainOnly } from '../eventsourcing/trust/authenticate.js';
import { prefetch } from '../platform/async/prefetch.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import {
  CheckpointComparison,
  NONE_SEEN,
  type OutsideCheckpoints,
  type OutsideResult,
  type SeenCheckpoints,
} from './checkpoint-comparison.js';
import { hashesAt, type Leaf, leavesFrom } from './leaves.js';
import { withoutForeign } from './foreign-events.js';
import { type SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { firstMismatch, rootsCompleted, type StoredRoots, treeSize } from './stored-tree.js';
import { type StreamVerdict, verifyOneStream, type VerifyingParts } from './verify-nda.js';
import type { BrokenPlace } from './verify-stream.js';

const BATCH = 1000;
/** Number of events to hash between two pauses. This takes some milliseconds, even for large events. */
const EVENTS_PER_CHUNK = 100;
/** Default number of streams whose last hash is kept in memory (a few MB). Other hashes are looked up. */
const REMEMBERED = 20_000;

export interface PassParts extends VerifyingParts {
  /** Must be newly opened, because a store in use caches the log's end and would miss changed rows. */
  readonly store: Pick<StoredLog, 'readStream' | 'readAll'>;
  readonly streamPrefixes: readonly string[];
  /** Returns true if a whole stream name has the form of our stream names. By default always true. */
  readonly isOwnStream?: (stream: string) => boolean;
  /** Undefined for a pass that continues from a saved state. */
  readonly outside?: OutsideCheckpoints | undefined;
  readonly batchSize?: number;
  /** Number of streams whose last hash is kept in memory. */
  readonly remembered?: number;
  /**
   * True if the next batch is read while the current batch is verified. Meant for callers that do not share
   * the machine with other work.
   */
  readonly readsAhead?: boolean;
}

/** Hashes of events that were looked up, by `<stream>@<revision>`; undefined for events without a leaf. */
type LookedUp = Map<string, string | undefined>;

interface Batch {
  readonly events: readonly UntrustedEvent[];
  /** Number of other programs' events that were removed from the batch. */
  readonly foreign: number;
  readonly position: Position;
  /** Leaves in the order of the events. Leaves are missing only if the tree ends before the last event. */
  readonly leaves: readonly Leaf[];
  /** Stored roots of the subtrees that these leaves complete. The roots of other subtrees may be included. */
  readonly roots: StoredRoots;
}

export interface LogVerdict extends StreamVerdict {
  /** Number of other programs' events, which were skipped. */
  readonly foreign: number;
  /** Result for the checkpoints that were kept outside the service; null if none were given. */
  readonly kept: OutsideResult | null;
}

/** State of a pass between two batches. A later pass can continue from it. */
export interface PassState {
  /** Position up to which everything was verified; null before the first event. */
  readonly position: Position | null;
  readonly events: number;
  /** Number of other programs' events that were skipped. */
  readonly foreign: number;
  /** Number of leaves at the start of the pass. Later events are compared only with their stream's chain. */
  readonly size: number;
  /** Number of verified leaves. `edge` is the right edge of the tree over these leaves. */
  readonly leaves: number;
  readonly edge: readonly Buffer[];
  readonly checkpoints: SeenCheckpoints;
}

/**
 * Verifies the whole log (rule:log-is-verified). Reads events and leaves in parallel, in order, and only once
 * each. Also checks the tree's nodes and the checkpoints. The use of memory does not grow with the log. The
 * pass ends at the first broken place.
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
    private readonly checkpoints: CheckpointComparison,
    from: PassState,
  ) {
    this.lastOf = new LRUCache({ max: parts.remembered ?? REMEMBERED });
    this.edge = TreeEdge.of(from.leaves, from.edge);
    this.position = from.position;
    this.events = from.events;
    this.foreign = from.foreign;
    this.size = from.size;
  }

  /** @param from state of an earlier pass. By default, the pass starts at the beginning of the log */
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
    const kept = new CheckpointComparison({ pool, keys: await publicKeys(), outside }, start.checkpoints);
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

  /** The verdict on the steps so far. It is final after the last step. */
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

  /** Verifies one batch per step. After each step, `state` can be saved. @throws EventStoreUnavailable */
  async *steps(): AsyncGenerator<void> {
    this.firstBroken = await this.checkpoints.check(this.edge);
    if (this.firstBroken !== undefined) return;
    const batches = this.batches();
    for await (const batch of this.parts.readsAhead === true ? prefetch(batches) : batches) {
      this.firstBroken = await this.take(batch);
      if (this.firstBroken !== undefined) return;
      this.position = batch.position;
      yield;
    }
    this.firstBroken =
      (await this.left()) ?? (await this.checkpoints.beyond(await treeSize(this.parts.pool)));
  }

  /** Reads the log and its tree in parallel. */
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
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const leaf = leaves[at];
        const metadata = metadataOf(event);
        const before = this.remembered(event) ?? (await this.hashBefore(events, at, lookedUp));
        at += 1;
        const follows = before !== undefined && metadata !== undefined && this.follows(event, before);
        const isNext = typeof follows === 'boolean' ? follows : await follows;
        const broken =
          isNext && (leaf === undefined || isOf(leaf, event, metadata?.hash))
            ? undefined
            : await this.diagnosed(event, leaf, before);
        if (broken !== undefined) return broken;
        if (metadata !== undefined) this.lastOf.set(event.stream, metadata.hash);
        this.events += 1;
        if (leaf === undefined) continue;
        this.edge.append(Buffer.from(leaf.eventHash, 'hex'), nodes);
        // Awaiting `check` takes longer than hashing a leaf. Few leaves complete a checkpoint's tree.
        if (!this.checkpoints.isDue(this.edge)) continue;
        const mismatch = await this.checkpoints.check(this.edge);
        if (mismatch !== undefined) return mismatch;
      }
    const mismatch = firstMismatch(nodes, roots);
    return mismatch && mismatchedNode(mismatch);
  }

  private follows(event: UntrustedEvent, hash: string): boolean | Promise<boolean> {
    const { checker = chainOnly } = this.parts;
    const found = checker.next(event, { revision: event.revision - 1, hash });
    return found instanceof Promise
      ? found.then((result) => typeof result !== 'string')
      : typeof found !== 'string';
  }

  /** Returns the hash of the stream's previous event if `lastOf` contains it, and `NO_HASH` at revision 0. */
  private remembered({ stream, revision }: UntrustedEvent): string | undefined {
    return revision === 0 ? NO_HASH : this.lastOf.get(stream);
  }

  /**
   * Returns the hash of the previous event if `lastOf` does not contain it. The method also looks up the
   * missing hashes for all later events in the batch.
   */
  private async hashBefore(
    events: readonly UntrustedEvent[],
    at: number,
    lookedUp: LookedUp,
  ): Promise<string | undefined> {
    const place = placeBefore(events[at] as UntrustedEvent);
    // The hash may be missing even after an earlier lookup for this batch. That lookup skipped streams that
    // were in `lastOf`, and a stream may be evicted from `lastOf` before its next event.
    if (!lookedUp.has(place)) await this.lookUp(events.slice(at), lookedUp);
    return lookedUp.get(place);
  }

  /** Returns a fault for the first leaf whose event is not in the log. */
  private async left(): Promise<BrokenPlace | undefined> {
    if (this.edge.size >= this.size) return undefined;
    const [leaf] = await leavesFrom(this.parts.pool, this.edge.size, 1);
    if (leaf === undefined) return undefined;
    const found = await this.brokenIn(leaf.stream);
    const { stream, revision } = leaf;
    return (
      found ?? {
        stream,
        revision,
        kind: 'dropped',
        detail: 'the tree has a leaf of it, but the log does not have the event',
      }
    );
  }

  private async lookUp(events: readonly UntrustedEvent[], lookedUp: LookedUp): Promise<void> {
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
   * Verifies the streams of the event and of the leaf, and returns the first fault. If both streams are
   * intact, the order of events is wrong. If neither the event nor its predecessor has a leaf, only the
   * event's own stream can be verified.
   */
  private async diagnosed(
    event: UntrustedEvent,
    leaf: Leaf | undefined,
    before: string | undefined,
  ): Promise<BrokenPlace | undefined> {
    const { stream, revision } = event;
    const found = (await this.brokenIn(stream)) ?? (leaf && (await this.brokenIn(leaf.stream)));
    if (found !== undefined || (leaf === undefined && before === undefined)) return found;
    const detail =
      leaf === undefined
        ? 'it does not follow the event of its stream that comes before it in the log'
        : `it is in the place of event ${leaf.revision} of ${leaf.stream}`;
    return { stream, revision, kind: 'reordered', detail };
  }

  private async brokenIn(stream: string): Promise<BrokenPlace | undefined> {
    const found = (await verifyOneStream(this.parts, stream))?.firstBroken;
    // A `checkpoint_mismatch` is a problem with the newest checkpoint. Such problems are reported separately.
    return found?.stream === stream && found.kind !== 'checkpoint_mismatch' ? found : undefined;
  }
}

const placeBefore = ({ stream, revision }: UntrustedEvent): string => `${stream}@${revision - 1}`;

function mismatchedNode({ level, index }: SubtreeRoot): BrokenPlace {
  const width = 2 ** level;
  const detail = `node ${level}/${index} of the tree does not match the leaves ${index * width} to ${(index + 1) * width - 1}`;
  return { stream: null, revision: null, kind: 'checkpoint_mismatch', detail };
}

const isOf = (leaf: Leaf, event: UntrustedEvent, hash: string | undefined): boolean =>
  leaf.eventHash === hash && leaf.stream === event.stream && leaf.revision === event.revision;
