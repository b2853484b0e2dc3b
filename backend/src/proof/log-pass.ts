import type { Position, StoredLog, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { chainOnly, type Link } from '../eventsourcing/trust/authenticate.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import { prefetch } from '../platform/async/prefetch.js';
import { BrokenPlaces, type BrokenPlacesParts } from './broken-places.js';
import {
  CheckpointComparison,
  type OutsideCheckpoints,
  type OutsideResult,
} from './checkpoint-comparison.js';
import { ForeignEvents } from './foreign-events.js';
import { type EventInBatch, hasMetAll, isOf, LeafAlignment, type Placement } from './leaf-alignment.js';
import { LeafWalk } from './leaf-walk.js';
import type { Leaf } from './leaves.js';
import { LinksBefore } from './links-before.js';
import { beginningOver, type PassState } from './pass-state.js';
import { treeSize } from './stored-tree.js';
import { StreamDiagnoses } from './stream-diagnoses.js';
import type { StreamVerdict, VerifyingParts } from './verify-nda.js';
import { type BrokenPlace, hashOf } from './verify-stream.js';

const BATCH = 1000;
/** Number of events to hash between two pauses. This takes some milliseconds, even for large events. */
const EVENTS_PER_CHUNK = 100;
/** Default number of streams whose last hash is kept in memory (a few MB). Other hashes are looked up. */
const REMEMBERED = 20_000;

export interface PassParts extends VerifyingParts, BrokenPlacesParts {
  /** Must be newly opened, because a store in use caches the log's end and would miss changed rows. */
  readonly store: Pick<StoredLog, 'readStream' | 'readAll' | 'isBefore' | 'hidingStreams'>;
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
  private readonly links: LinksBefore;
  private readonly broken: BrokenPlaces;
  private readonly diagnoses: StreamDiagnoses;
  private readonly walk: LeafWalk;
  private readonly alignment: LeafAlignment;
  private readonly foreigners: ForeignEvents;
  private position: Position | null;
  private events: number;
  readonly size: number;

  private constructor(
    private readonly parts: PassParts,
    private readonly checkpoints: CheckpointComparison,
    from: PassState,
  ) {
    const { pool, store } = parts;
    this.size = from.size;
    this.position = from.position;
    this.events = from.events;
    this.links = new LinksBefore(pool, parts.remembered ?? REMEMBERED);
    this.broken = new BrokenPlaces(parts, from.found);
    this.diagnoses = new StreamDiagnoses(parts, this.broken);
    this.foreigners = new ForeignEvents(parts, from.foreign);
    this.walk = new LeafWalk({ pool, checkpoints, places: this.broken }, from);
    this.alignment = new LeafAlignment(
      {
        pool,
        store,
        queue: this.walk.queue,
        missing: (leaf) => this.diagnoses.missing(leaf),
        take: (place) => this.walk.pass(place),
      },
      from.displaced,
    );
  }

  /** @param from state of an earlier pass. By default, the pass starts at the beginning of the log */
  static async over(parts: PassParts, from?: PassState): Promise<LogPass> {
    const { pool, publicKeys, outside } = parts;
    const start = from ?? beginningOver(await treeSize(pool));
    const kept = new CheckpointComparison({ pool, keys: await publicKeys(), outside }, start.checkpoints);
    return new LogPass(parts, kept, start);
  }

  get state(): PassState {
    const { position, events, size, checkpoints, broken, alignment } = this;
    const { edge, isLost } = this.walk.tree.state;
    return {
      position,
      events,
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
    const { events, checkpoints, broken } = this;
    return {
      events,
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

  /** Verifies one batch per step. After each step, `state` can be saved. @throws EventStoreUnavailable */
  async *steps(): AsyncGenerator<void> {
    await this.walk.tree.check();
    const batches = this.batches();
    for await (const batch of this.parts.readsAhead === true ? prefetch(batches) : batches) {
      await this.take(batch);
      this.position = batch.position;
      yield;
    }
    await this.alignment.finish(
      ({ stream, revision }) => this.broken.isClosed(stream, revision),
      this.position,
    );
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

  private async take({ events }: Batch): Promise<void> {
    const authentic: UntrustedEvent[] = [];
    let at = 0;
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const counts = this.takeQuickly(event) || (await this.takeSlowly({ events, at }));
        if (counts) authentic.push(event);
        // Awaiting `check` takes longer than hashing a leaf. Few leaves complete a checkpoint's tree.
        if (this.walk.tree.isDue) await this.walk.tree.check();
        at += 1;
      }
    await this.walk.tree.compareNodes();
    await this.parts.onAuthentic?.(authentic);
  }

  /**
   * Takes an event that follows the event before it in its stream and belongs to the next leaf. Returns false
   * if anything needs a closer look. Then nothing has changed.
   */
  private takeQuickly(event: UntrustedEvent): boolean {
    const { checker = chainOnly } = this.parts;
    const leaf = this.walk.queue.head?.leaf;
    const before = this.links.known(event);
    if (leaf === undefined || before === undefined || !isOf(leaf, event)) return false;
    const result = checker.next(event, before);
    if (result instanceof Promise || typeof result === 'string') return false;
    this.links.set(event.stream, result);
    this.events += 1;
    this.walk.take(leaf);
    return true;
  }

  /** Returns true if the event counts. */
  private async takeSlowly(found: EventInBatch): Promise<boolean> {
    const event = found.events[found.at] as UntrustedEvent;
    const leaf = this.walk.queue.head?.leaf;
    const isNext = leaf !== undefined && isOf(leaf, event);
    if (!isNext && (await this.foreigners.isForeign(found))) return false;
    const last = this.links.lastOf(event.stream);
    // Leaves whose events are missing come first, so that the places are reported in the order of the log.
    let counts: Promise<boolean> | undefined;
    const isAuthentic = (): Promise<boolean> => (counts ??= this.isAuthentic(found));
    const placement = await this.alignment.place(found, isAuthentic);
    this.events += 1;
    await this.judge(event, placement, last, await isAuthentic());
    return isAuthentic();
  }

  /** True if the event follows the authenticated event before it in its stream, which is open. */
  private async isAuthentic(found: EventInBatch): Promise<boolean> {
    const { checker = chainOnly } = this.parts;
    const event = found.events[found.at] as UntrustedEvent;
    const { stream, revision } = event;
    if (this.broken.isClosed(stream, revision)) return false;
    const before = await this.links.before(found);
    const link = before === undefined ? 'revision' : await checker.next(event, before);
    if (typeof link === 'string') {
      await this.diagnoses.of(stream);
      if (this.broken.isClosed(stream, revision)) return false;
    }
    this.remember(event, typeof link === 'string' ? { revision, hash: hashOf(event) ?? '' } : link);
    return true;
  }

  /** An event that was moved to an earlier place of the log does not hide the events before it in its stream. */
  private remember({ stream }: UntrustedEvent, link: Link): void {
    const last = this.links.lastOf(stream);
    if (last === undefined || last.revision < link.revision) this.links.set(stream, link);
  }

  private async judge(
    event: UntrustedEvent,
    placement: Placement,
    last: Link | undefined,
    counts: boolean,
  ): Promise<void> {
    const { head } = this.walk.queue;
    switch (placement) {
      case 'next':
        if (head !== undefined) await this.walk.pass(head);
        return;
      case 'gap':
        if (head !== undefined) await this.walk.passGap(head, hashOf(event));
        return;
      case 'beyond':
        // Without leaves, the revisions alone show that events of a stream are not in their order.
        if (counts && last !== undefined && last.revision + 1 !== event.revision)
          await this.diagnoses.reordered(
            event,
            'it does not follow the event of its stream that comes before it in the log',
          );
        return;
      case 'none':
        if (counts) await this.diagnoses.withoutLeaf(event);
        return;
      case 'early':
      case 'late':
        if (counts) await this.diagnoses.reordered(event, placeText(head?.leaf));
    }
  }
}

const placeText = (leaf: Leaf | undefined): string =>
  leaf === undefined
    ? 'it comes after later events'
    : `it is in the place of event ${leaf.revision} of ${leaf.stream}`;
