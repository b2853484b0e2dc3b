import {
  type AppendResult,
  type EventBytes,
  type ExpectedRevision,
  type Position,
  type ReadStreamOptions,
  type UntrustedEvent,
  WrongExpectedRevision,
} from '../event-store.js';
import { areSameEvents } from '../same-events.js';
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
  readonly readStream: (stream: string, options: ReadStreamOptions) => Promise<UntrustedEvent[]>;
  /** Position of the newest event when the store was opened. */
  readonly head: Position | undefined;
}

/**
 * Number of events at the end of a stream that are searched for an event id, if that id is not fresh (see
 * `isFresh`).
 */
const TAIL = 100;

/**
 * Appends events, and handles repeated appends as the port demands. If a repeated append expects an old
 * revision, the server itself acknowledges the append and writes nothing. If a repeated append expects the
 * current revision, the server would write the events once more, which the port does not allow. Therefore the
 * appender looks up some event ids before an append: ids that this process has sent before, and ids that are
 * not fresh. New ids cost nothing extra.
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
    // The position of a new append is later than `before`. If the server returns no position, or a position
    // that is not later, it has acknowledged a repeated append.
    if (position !== undefined && (before === undefined || isBefore(before, position))) {
      if (this.newest === undefined || isBefore(this.newest, position)) this.newest = position;
      return { revision, position, repeated: false };
    }
    const stored = await this.storedAt(stream, first, events);
    if (stored !== undefined) return stored;
    // The server recognises a repeated append by the ids alone. Other events with these ids, or none, are not
    // what was appended. The caller reads the stream again, and finds what is wrong with it.
    throw new WrongExpectedRevision(stream, expected, await this.otherRevision(stream, expected));
  }

  private async send(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<Appended> {
    // The ids are remembered before the outcome is known, because a retry after an unknown outcome needs
    // them.
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
   * Looks up event ids that the store may already hold. If the same append has been stored before, returns
   * its result.
   * @throws WrongExpectedRevision if the store holds one of the ids, but does not hold this append
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
      // The caller of an earlier attempt may have given up waiting, and the server may have written that
      // attempt while this search was running.
      const written = await this.storedAt(stream, first, events);
      if (written !== undefined) return written;
      throw new WrongExpectedRevision(stream, expected, await this.otherRevision(stream, expected));
    }
    return undefined;
  }

  /**
   * Returns the result of an earlier append if the stream holds exactly these events, byte for byte, beginning
   * at revision `first`.
   */
  private async storedAt(
    stream: string,
    first: number,
    events: readonly EventBytes[],
  ): Promise<AppendResult | undefined> {
    const stored = await this.parts.readStream(stream, { from: first, limit: events.length });
    const last = stored.at(-1);
    return last !== undefined && areSameEvents(stored, events)
      ? { revision: last.revision, position: last.position, repeated: true }
      : undefined;
  }

  /**
   * True if the store holds an event with one of these ids in the stream and at the revision to which this
   * process sent that event earlier.
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
   * Returns the stream's current revision, or undefined if the stream is at the expected revision. In that
   * case the event ids have caused the conflict, not the revision.
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
