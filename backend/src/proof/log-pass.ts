import type { Position, StoredLog, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import { prefetch } from '../platform/async/prefetch.js';
import { BrokenPlaces, type BrokenPlacesParts } from './broken-places.js';
import {
  CheckpointComparison,
  type OutsideCheckpoints,
  type OutsideResult,
} from './checkpoint-comparison.js';
import { ForeignEvents } from './foreign-events.js';
import { EventTaker } from './event-taker.js';
import { type EventInBatch, hasMetAll, LeafAlignment } from './leaf-alignment.js';
import { UNCHECKED_NAMES } from './leaf-seals.js';
import { LeafWalk } from './leaf-walk.js';
import type { Leaf } from './leaves.js';
import { LinksBefore } from './links-before.js';
import { beginningOver, type PassState } from './pass-state.js';
import { comparedSize, treeSize } from './stored-tree.js';
import { MISPLACED, StreamDiagnoses } from './stream-diagnoses.js';
import type { StreamVerdict, VerifyingParts } from './verify-nda.js';
import type { BrokenPlace } from './verify-stream.js';

const BATCH = 1000;
/** Number of events to hash between two pauses. This takes some milliseconds, even for large events. */
const EVENTS_PER_CHUNK = 100;
/** Default number of streams whose last hash is kept in memory (a few MB). Other hashes are looked up. */
const REMEMBERED = 20_000;

export interface PassParts extends VerifyingParts, BrokenPlacesParts {
  /** Must be newly opened, because a store in use caches the log's end and would miss changed rows. */
  readonly store: Pick<StoredLog, 'readStream' | 'readAll' | 'misplaced' | 'isBefore' | 'hidingStreams'>;
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
  /** Called with the events of each batch that count. */
  readonly onAuthentic?: (events: readonly UntrustedEvent[]) => Promise<void>;
}

interface Batch {
  readonly events: readonly UntrustedEvent[];
  readonly position: Position;
}

export interface LogVerdict extends StreamVerdict {
  /** Number of other programs' events, which were skipped. */
  readonly foreign: number;
  /** Result for the checkpoints that were kept outside the service; null if none were given. */
  readonly kept: OutsideResult | null;
  /** Number of broken places, `firstBroken` included. */
  readonly broken: number;
  /** The first of the broken places. All of them, unless there are very many. */
  readonly places: readonly BrokenPlace[];
}

/**
 * Verifies the whole log (rule:log-is-verified). Reads events and leaves in parallel, in order, and only once
 * each. Also checks the tree's nodes and the checkpoints. The use of memory does not grow with the log. The
 * pass goes on behind each broken place: nothing of a stream counts from its first event that is not
 * authenticated, and its leaves are passed over.
 */
export class LogPass {
  private readonly broken: BrokenPlaces;
  private readonly walk: LeafWalk;
  private readonly alignment: LeafAlignment;
  private readonly foreigners: ForeignEvents;
  private readonly diagnoses: StreamDiagnoses;
  private readonly taker: EventTaker;
  private position: Position | null;
  readonly size: number;

  private constructor(
    private readonly parts: PassParts,
    private readonly checkpoints: CheckpointComparison,
    from: PassState,
  ) {
    const { pool, store, checker, names = UNCHECKED_NAMES } = parts;
    this.size = from.size;
    this.position = from.position;
    this.broken = new BrokenPlaces(parts, from.found);
    this.foreigners = new ForeignEvents(parts, from.foreign);
    this.diagnoses = new StreamDiagnoses(parts, this.broken);
    this.walk = new LeafWalk({ pool, names, checkpoints, places: this.broken }, from);
    this.alignment = new LeafAlignment(
      {
        pool,
        names,
        store,
        queue: this.walk.queue,
        missing: (leaf) => this.diagnoses.missing(leaf),
        take: (place) => this.walk.pass(place),
      },
      from.displaced,
    );
    const links = new LinksBefore(pool, parts.remembered ?? REMEMBERED);
    const { broken, diagnoses, walk, alignment, foreigners } = this;
    this.taker = new EventTaker(
      { checker, links, broken, diagnoses, walk, alignment, foreigners },
      from.events,
    );
  }

  /** @param from state of an earlier pass. By default, the pass starts at the beginning of the log */
  static async over(parts: PassParts, from?: PassState): Promise<LogPass> {
    const { pool, publicKeys, outside } = parts;
    const start = from ?? beginningOver(await comparedSize(pool));
    const kept = new CheckpointComparison({ pool, keys: await publicKeys(), outside }, start.checkpoints);
    return new LogPass(parts, kept, start);
  }

  get state(): PassState {
    const { position, size, checkpoints, broken, alignment } = this;
    const { edge, isLost } = this.walk.tree.state;
    return {
      position,
      events: this.taker.events,
      foreign: this.foreigners.count,
      size,
      leaves: edge.size,
      edge: [...edge.edge],
      isLost,
      checkpoints: checkpoints.seen,
      displaced: alignment.displaced,
      found: broken.found,
    };
  }

  /** The verdict on the steps so far. It is final after the last step. */
  get verdict(): LogVerdict {
    const { checkpoints, broken } = this;
    return {
      events: this.taker.events,
      foreign: this.foreigners.count,
      checkpoints: checkpoints.seen.count,
      kept: checkpoints.outsideFound,
      firstBroken: broken.found.first,
      broken: broken.found.count,
      places: broken.places,
    };
  }

  /** False if events or leaves are behind the pass that it never met. */
  get hasMetAll(): boolean {
    return hasMetAll(this.alignment.displaced);
  }

  /**
   * Verifies one batch per step, or some hundred leaves that have no event. After each step, `state` can be
   * saved.
   * @throws EventStoreUnavailable
   */
  async *steps(): AsyncGenerator<void> {
    await this.walk.tree.check();
    const batches = this.batches();
    for await (const batch of this.parts.readsAhead === true ? prefetch(batches) : batches) {
      yield* this.take(batch);
      this.position = batch.position;
      yield;
    }
    yield* this.takeMisplaced();
    const isClosed = ({ stream, revision }: Leaf): boolean => this.broken.isClosed(stream, revision);
    while (!(await this.alignment.finish(isClosed, this.position))) {
      await this.walk.tree.compareNodes();
      yield;
    }
    await this.walk.tree.compareNodes();
    await this.verifyHidingStreams();
    for (const place of await this.checkpoints.beyond(await treeSize(this.parts.pool)))
      await this.broken.report(place);
  }

  /**
   * Verifies the streams of which reads may leave out events. The log shows these events, so the pass alone would
   * find such a stream intact, although nothing of it counts.
   */
  private async verifyHidingStreams(): Promise<void> {
    const { store, streamPrefixes, isOwnStream = () => true } = this.parts;
    for (const stream of (await store.hidingStreams?.(streamPrefixes)) ?? [])
      if (isOwnStream(stream)) await this.diagnoses.of(stream);
  }

  /** Reads the log and its tree in parallel. */
  private async *batches(): AsyncGenerator<Batch> {
    const { store, streamPrefixes, batchSize = BATCH } = this.parts;
    const after = this.position ?? undefined;
    // With reading ahead, two batches are in memory.
    const leaves = this.parts.readsAhead === true ? 2 * batchSize : batchSize;
    for await (const { events, position } of store.readAll({ after, streamPrefixes, batchSize })) {
      await this.walk.queue.fill(Math.min(leaves, events.length + batchSize));
      yield { events, position };
    }
  }

  /** Takes events without a place in the order of the log last, as if they were moved to its end. */
  private async *takeMisplaced(): AsyncGenerator<void> {
    const { store, streamPrefixes, isOwnStream = () => true, batchSize = BATCH } = this.parts;
    const { position } = this;
    for await (const events of store.misplaced({ streamPrefixes, batchSize })) {
      for await (const step of this.take({ events })) {
        // Their positions say nothing about how far the pass is.
        this.position = position;
        yield step;
      }
      for (const event of events)
        if (isOwnStream(event.stream)) await this.diagnoses.reordered(event, MISPLACED);
    }
  }

  /**
   * Yields within the batch if leaves have no events, so that a pass can go on behind some of these leaves.
   */
  private async *take({ events }: Pick<Batch, 'events'>): AsyncGenerator<void> {
    let authentic: UntrustedEvent[] = [];
    const finishPart = async (): Promise<void> => {
      const part = authentic;
      authentic = [];
      await this.walk.tree.compareNodes();
      await this.parts.onAuthentic?.(part);
    };
    let at = 0;
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const counts = this.taker.quickly(event) || (yield* this.takeSlowly({ events, at }, finishPart));
        if (counts) authentic.push(event);
        // Awaiting `check` takes longer than hashing a leaf. Few leaves complete a checkpoint's tree.
        if (this.walk.tree.isDue) await this.walk.tree.check();
        at += 1;
      }
    await finishPart();
  }

  /** Yields each time some hundred leaves were passed over. Returns true if the event counts. */
  private async *takeSlowly(
    found: EventInBatch,
    finishPart: () => Promise<void>,
  ): AsyncGenerator<void, boolean> {
    const takeOn = this.taker.slowly(found);
    let counts = await takeOn();
    for (; counts === undefined; counts = await takeOn()) {
      await finishPart();
      this.position = found.events[found.at - 1]?.position ?? this.position;
      yield;
    }
    return counts;
  }
}
