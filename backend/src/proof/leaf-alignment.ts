import type { Pool } from 'pg';
import type { StoredLog, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { isHashed, metadataOf } from '../eventsourcing/journal/chain.js';
import type { LeafPlace, LeafQueue } from './leaf-queue.js';
import { IS_HASH, type Leaf, type LeafNames, leavesWith } from './leaves.js';
import { hashOf } from './verify-stream.js';

/**
 * Number of leaves by which an event may be ahead of its leaf's place, and the leaf of the next place still
 * counts as late. Only asked if the event of that leaf is not in the same batch.
 */
const NEAR = 1000;
/**
 * Number of leaves that are read at once if the queue is empty, and that are passed over at most by one call.
 */
const PAGE = 500;

/**
 * Numbers of events and leaves that were met out of order. `early` counts events that came before their leaf's
 * place. When their leaf comes, its event is already behind: `passed` counts these leaves. `late` counts leaves
 * that came before their event. When that event comes, its leaf is already behind: `arrived` counts these
 * events.
 */
export interface Displaced {
  readonly early: number;
  readonly passed: number;
  readonly late: number;
  readonly arrived: number;
}

export const NONE_DISPLACED: Displaced = { early: 0, passed: 0, late: 0, arrived: 0 };

/**
 * True if the pass has met every event and every leaf. Otherwise an event or a leaf is behind the pass that it
 * never met: somebody moved the place of the pass, or moved events while the pass was under way.
 */
export const hasMetAll = ({ early, passed, late, arrived }: Displaced): boolean =>
  passed <= early && arrived <= late;

/**
 * Where an event is in relation to the leaves:
 * - `next`: the next leaf is the event's leaf.
 * - `beyond`: no leaf is left to compare with.
 * - `early`, `late`: the event's leaf is another one.
 * - `none`: the tree has no leaf of the event, but of later events.
 * - `gap`: the row of the next leaf is missing or was changed, and the event has no leaf.
 */
export type Placement = 'next' | 'beyond' | 'early' | 'late' | 'none' | 'gap';

export interface AlignmentParts {
  readonly pool: Pool;
  readonly names: LeafNames;
  readonly store: Pick<StoredLog, 'readStream' | 'isBefore'>;
  readonly queue: LeafQueue;
  /** Called for a leaf whose event is not in the log. */
  readonly missing: (leaf: Leaf) => Promise<void>;
  /** Takes the next leaf from the queue and adds it to the tree. */
  readonly take: (place: LeafPlace) => Promise<void>;
}

/** An event, and the events of its batch that follow. */
export interface EventInBatch {
  readonly events: readonly UntrustedEvent[];
  readonly at: number;
}

type LaterEvent = 'passed' | 'ahead' | 'nowhere';

/**
 * Finds for each event of the log its place among the leaves. Both are read in their order, so usually the next
 * event belongs to the next leaf. An event without a leaf, or a leaf without an event, is passed over, and the
 * next event fits again. Needs no memory: what does not fit is looked up.
 */
export class LeafAlignment {
  private counts: { -readonly [name in keyof Displaced]: number };

  constructor(
    private readonly parts: AlignmentParts,
    displaced: Displaced,
  ) {
    this.counts = { ...displaced };
  }

  get displaced(): Displaced {
    return { ...this.counts };
  }

  /**
   * Passes over the leaves that come before the event's leaf, and returns the event's placement. Returns
   * undefined after some hundred leaves: the caller may pause, and calls again.
   * @param isAuthentic resolves to true if the event counts. Only asked if that matters.
   */
  async place(found: EventInBatch, isAuthentic: () => Promise<boolean>): Promise<Placement | undefined> {
    const event = found.events[found.at] as UntrustedEvent;
    let own: Leaf | undefined;
    for (let passed = 0; passed < PAGE; passed += 1) {
      const head = await this.head();
      if (head === undefined) return this.beyond(event);
      if (isLeafAt(head, event)) return 'next';
      if (passed === 0) own = await this.leafOf(event);
      const placement = await this.behind(head, found, own, isAuthentic);
      if (placement !== undefined) return placement;
    }
    return undefined;
  }

  /**
   * Passes over leaves that are left after the last event. Returns true if none is left; otherwise the caller
   * may pause, and calls again.
   */
  async finish(isClosed: (leaf: Leaf) => boolean, last: UntrustedEvent['position'] | null): Promise<boolean> {
    for (let passed = 0; passed < PAGE; passed += 1) {
      const head = await this.head();
      if (head === undefined) return true;
      const { leaf } = head;
      // A leaf of a closed stream is not looked up: a whole stream may be missing.
      if (leaf !== undefined && !isClosed(leaf)) {
        const event = await this.eventOf(leaf);
        if (event === undefined) await this.withoutEvent(head, leaf);
        else if (last !== null && !this.parts.store.isBefore(last, event.position)) this.counts.passed += 1;
        else this.counts.late += 1;
      }
      await this.parts.take(head);
    }
    return false;
  }

  /** Returns the placement of an event that is not the next leaf's, or passes over that leaf. */
  private async behind(
    head: LeafPlace,
    { events, at }: EventInBatch,
    own: Leaf | undefined,
    isAuthentic: () => Promise<boolean>,
  ): Promise<Placement | undefined> {
    const event = events[at] as UntrustedEvent;
    if (own !== undefined && own.place < head.place) return this.count('arrived', 'late');
    if (head.leaf === undefined) {
      if (own === undefined && (await isAuthentic())) return 'gap';
      await this.parts.take(head);
      return undefined;
    }
    const { leaf } = head;
    const within = events.findIndex((one, n) => n > at && isLeafAt(head, one)) - at;
    const reached: LaterEvent = within > 0 ? 'ahead' : await this.reached(leaf, event);
    if (reached === 'ahead') {
      if (own === undefined) return 'none';
      const distance = own.place - head.place;
      if (within > 0 ? within < distance : distance > NEAR) return this.count('early', 'early');
      this.counts.late += 1;
    } else if (reached === 'passed') this.counts.passed += 1;
    // A row that means nothing is as good as none.
    else if (!head.isNamed && own === undefined && (await isAuthentic())) return 'gap';
    else await this.withoutEvent(head, leaf);
    await this.parts.take(head);
    return undefined;
  }

  /**
   * A leaf whose event is not where its row says. If somebody renamed the row, the event may come later:
   * nobody knows which one it is, and no stream is to blame. The walk reports the row.
   */
  private async withoutEvent({ isNamed }: LeafPlace, leaf: Leaf): Promise<void> {
    if (isNamed) await this.parts.missing(leaf);
    else this.counts.late += 1;
  }

  /** An event after the last leaf. It may still be one whose leaf came before it. */
  private async beyond(event: UntrustedEvent): Promise<Placement> {
    const { late, arrived } = this.counts;
    if (late === arrived || (await this.leafOf(event)) === undefined) return 'beyond';
    return this.count('arrived', 'late');
  }

  private async reached(leaf: Leaf, event: UntrustedEvent): Promise<LaterEvent> {
    const found = await this.eventOf(leaf);
    if (found === undefined) return 'nowhere';
    return this.parts.store.isBefore(found.position, event.position) ? 'passed' : 'ahead';
  }

  private async eventOf(leaf: Leaf): Promise<UntrustedEvent | undefined> {
    const [event] = await this.parts.store.readStream(leaf.stream, { from: leaf.revision, limit: 1 });
    return event !== undefined && isOf(leaf, event) ? event : undefined;
  }

  private async leafOf(event: UntrustedEvent): Promise<Leaf | undefined> {
    const hash = hashOf(event);
    if (hash === undefined || !IS_HASH.test(hash)) return undefined;
    const [leaf] = await leavesWith(this.parts.pool, [hash]);
    if (leaf === undefined) return undefined;
    return isLeafAt({ leaf, isNamed: this.parts.names.isNamed(leaf) }, event) ? leaf : undefined;
  }

  private async head(): Promise<LeafPlace | undefined> {
    const { queue } = this.parts;
    if (queue.head === undefined && !queue.isOver) await queue.fill(PAGE);
    return queue.head;
  }

  private count(what: keyof Displaced, placement: Placement): Placement {
    this.counts[what] += 1;
    return placement;
  }
}

/** True if this is the leaf of this event. */
export const isOf = (leaf: Leaf, event: UntrustedEvent): boolean =>
  leaf.revision === event.revision && leaf.stream === event.stream && leaf.eventHash === hashOf(event);

/**
 * True if the leaf at this place is the leaf of this event. If somebody renamed the row, the hash alone
 * decides: the hash of an event covers its stream and revision.
 */
function isLeafAt({ leaf, isNamed }: Pick<LeafPlace, 'leaf' | 'isNamed'>, event: UntrustedEvent): boolean {
  if (leaf === undefined || leaf.eventHash !== hashOf(event)) return false;
  if (isNamed) return isOf(leaf, event);
  const metadata = metadataOf(event);
  return metadata !== undefined && isHashed(event, metadata);
}
