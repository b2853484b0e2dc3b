import {
  type AppendResult,
  type EventBytes,
  type ExpectedRevision,
  type Position,
  type ReadStreamOptions,
  type StoredEvent,
  WrongExpectedRevision,
} from '../event-store.js';
import type { AppendCalls } from './append-call.js';
import { assertStorable } from './append-message.js';
import type { Appended } from './append-outcome.js';
import { isNotLeader } from './failures.js';
import type { OwnStreams } from './own-streams.js';
import { isFresh, KnownIds } from './known-ids.js';
import { isBefore } from './positions.js';

export interface AppenderParts {
  readonly calls: Pick<AppendCalls, 'append'>;
  readonly streams: OwnStreams;
  readonly readStream: (stream: string, options: ReadStreamOptions) => Promise<StoredEvent[]>;
  /** Position of the newest event when the store was opened. */
  readonly head: Position | undefined;
}

/** Number of events at the end of a stream that are searched for an id that is not fresh. */
const TAIL = 100;

/**
 * Appends events, and handles repeated appends as the port demands. If a repeated append expects an old
 * revision, the server itself acknowledges the append. If it expects the current revision, the server would
 * append the events once more, which the port does not allow. Therefore some ids are looked up before an
 * append: those that this process has sent before, and those that are not fresh. New ids cost nothing extra.
 */
export class Appender {
  private readonly known = new KnownIds();
  private newest: Position | undefined;

  constructor(private readonly parts: AppenderParts) {
    this.newest = parts.head;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> {
    if (events.length === 0 || stream === '')
      throw new Error('an append needs a stream and at least one event');
    assertStorable(events);
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const repeated = await this.findEarlier(stream, expected, events);
    if (repeated !== undefined) return repeated;
    const before = this.newest;
    const { revision, position } = await this.send(stream, expected, events);
    // A new append gets a position behind every event that was seen before the append was sent. A repetition
    // that the server acknowledges does not get such a position.
    if (position !== undefined && (before === undefined || isBefore(before, position))) {
      if (this.newest === undefined || isBefore(this.newest, position)) this.newest = position;
      return { revision, position, repeated: false };
    }
    const stored = await this.storedAt(stream, first, events);
    if (stored === undefined)
      throw new Error(`EventStoreDB acknowledged events of ${stream} that it does not hold`);
    return stored;
  }

  private async send(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<Appended> {
    // The ids are noted before the outcome is known, because they matter for a retry after an unknown
    // outcome.
    this.known.note(stream, expected === 'no-stream' ? 0 : expected + 1, events);
    const append = { stream: this.parts.streams.full(stream), expected, events };
    const outcome = await this.parts.calls.append(append).catch((error: unknown) => {
      if (isNotLeader(error)) return this.parts.calls.append(append);
      throw error;
    });
    if ('revision' in outcome) return outcome;
    this.known.forget(events);
    throw new WrongExpectedRevision(stream, expected, outcome.actual);
  }

  /**
   * Looks up ids that the store may already hold.
   * @throws WrongExpectedRevision if one of the ids is in use elsewhere
   */
  private async findEarlier(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult | undefined> {
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const sentBefore = events.some(({ id }) => this.known.locationOf(id) !== undefined);
    const now = Date.now();
    const searched = expected !== 'no-stream' && events.some(({ id }) => !isFresh(id, now));
    if (!sentBefore && !searched) return undefined;
    const stored = await this.storedAt(stream, first, events);
    if (stored !== undefined) return stored;
    if (
      (sentBefore && (await this.isSomewhere(events))) ||
      (searched && (await this.isInTail(stream, events)))
    ) {
      // An earlier attempt whose caller gave up waiting may still be written while this search runs.
      const written = await this.storedAt(stream, first, events);
      if (written !== undefined) return written;
      throw new WrongExpectedRevision(stream, expected, await this.otherRevision(stream, expected));
    }
    return undefined;
  }

  /** Returns the stored result if exactly these events are stored at exactly these revisions. */
  private async storedAt(
    stream: string,
    first: number,
    events: readonly EventBytes[],
  ): Promise<AppendResult | undefined> {
    const stored = await this.parts.readStream(stream, { from: first, limit: events.length });
    const last = stored.at(-1);
    if (last === undefined || stored.length !== events.length) return undefined;
    const same = stored.every(({ id }, index) => id.toLowerCase() === events[index]?.id.toLowerCase());
    return same ? { revision: last.revision, position: last.position, repeated: true } : undefined;
  }

  /**
   * True if the store really holds one of these ids at the location to which this process once sent it
   * (stream and revision).
   */
  private async isSomewhere(events: readonly EventBytes[]): Promise<boolean> {
    for (const { id } of events) {
      const place = this.known.locationOf(id);
      if (place === undefined) continue;
      const [stored] = await this.parts.readStream(place.stream, { from: place.revision, limit: 1 });
      if (stored?.id.toLowerCase() === id.toLowerCase()) return true;
    }
    return false;
  }

  private async isInTail(stream: string, events: readonly EventBytes[]): Promise<boolean> {
    const tail = await this.parts.readStream(stream, { direction: 'backwards', limit: TAIL });
    const ids = new Set(tail.map(({ id }) => id.toLowerCase()));
    return events.some(({ id }) => ids.has(id.toLowerCase()));
  }

  /**
   * Returns the stream's revision. Returns undefined if the stream is at the expected revision, because the
   * conflict is then about the ids.
   */
  private async otherRevision(
    stream: string,
    expected: ExpectedRevision,
  ): Promise<ExpectedRevision | undefined> {
    const [last] = await this.parts.readStream(stream, { direction: 'backwards', limit: 1 });
    const actual = last?.revision ?? 'no-stream';
    return actual === expected ? undefined : actual;
  }
}
