import { LRUCache } from 'lru-cache';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { forEachConcurrently } from '../../platform/async/for-each-concurrently.js';
import type { Decider } from '../commands/command-runner.js';
import { EventStoreUnavailable, type StreamEnd } from '../event-store/event-store.js';
import { BEGINNING, type Link, type StoredEvent, type UntrustedPlace } from '../trust/authenticate.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import { endOf } from '../event-store/end-of.js';
import { metadataOf } from '../journal/chain.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';

/**
 * A fold over the events of one stream. As in a projection, the events are still sealed, and unknown events
 * are among them. A state may contain sealed data, but no unsealed data.
 */
export interface StateFold<State, Event extends NewEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  /** True if the state is worth keeping in memory. By default every state is. */
  readonly isKept?: (state: State) => boolean;
  /** Returns the state's size in bytes; by default the size of all its events. */
  readonly bytes?: (state: State) => number;
}

/**
 * Returns a fold for the open part of a decider's state. It skips unknown events
 * (rule:unknown-is-not-folded).
 */
export const openStateOf = <State, Command, Event extends NewEvent>({
  initial,
  evolve,
}: Decider<State, Command, Event>): StateFold<State, Event> => ({
  initial,
  evolve: (state, event) => (event.unknown ? state : evolve(state, event)),
});

export interface CurrentState<State> {
  readonly state: State;
  /** Revision of the last event that counts; -1 if there is none. */
  readonly revision: number;
  /** The place from which on the stream does not count; undefined for a stream that counts as a whole. */
  readonly untrusted: UntrustedPlace | undefined;
}

interface Folded<State> extends CurrentState<State> {
  /**
   * The stream's end as stored: the revision of the last event and a hash of its metadata. Undefined if the
   * stream has no event, or if it is closed.
   */
  readonly end: StreamEnd | undefined;
  /** The hash of the last event, as its metadata contain it; undefined if they contain no hash. */
  readonly hash: string | undefined;
  /** Number of bytes of all events that were folded. The state itself is smaller. */
  readonly bytes: number;
}

export interface CurrentStatesParts<State, Event extends NewEvent> {
  readonly log: Pick<TrustedLog, 'ends' | 'load' | 'placeIn' | 'isClosed' | 'hasSeen'>;
  readonly journal: Pick<Journal, 'decode'>;
  readonly fold: StateFold<State, Event>;
  /**
   * Limits on the states that are kept in memory. `states` limits their number. `bytes` limits their total
   * size.
   */
  readonly keeps?: { readonly states: number; readonly bytes: number };
}

const KEEPS = { states: 2_000, bytes: 32 * 1024 * 1024 };
/**
 * Number of bytes that is added to the size of each state. Without it, a state with short events would have
 * nearly no size, and too many such states would be kept.
 */
const OVERHEAD = 2_048;
/** Number of streams that one request reads at a time. The limit leaves room for other requests. */
const CONCURRENT_READS = 3;

/**
 * Keeps the current state of each stream in memory, together with the revision and the hash of the last
 * folded event. Each request reads the ends of its streams from the store, and folds only events that the
 * kept state does not include yet (rule:stream-confirms-who-may). If the stream's event at the kept revision
 * now has another hash, the stream is folded again from its beginning.
 */
export class CurrentStates<State, Event extends NewEvent> {
  private readonly kept: LRUCache<string, Folded<State>>;
  /** Callers that request the same stream at the same time share one read. */
  private readonly underWay = new Map<string, Promise<Folded<State>>>();

  constructor(private readonly parts: CurrentStatesParts<State, Event>) {
    const { states: max, bytes: maxSize } = parts.keeps ?? KEEPS;
    const sizeCalculation = ({ state, bytes }: Folded<State>): number =>
      (parts.fold.bytes?.(state) ?? bytes) + OVERHEAD;
    this.kept = new LRUCache({ max, maxSize, sizeCalculation });
  }

  /**
   * Returns the state of one stream.
   * @param atLeast a revision that the stream is known to have reached. If the revision of the kept state is
   * lower, all newer events are read at once, without a request for the stream's end.
   * @throws EventStoreUnavailable; another error if the stream cannot be read
   */
  async one(stream: string, atLeast = -1): Promise<CurrentState<State>> {
    const known = this.known(stream, this.kept.get(stream));
    if (known !== undefined && known.revision < atLeast) return this.read(stream, known);
    const ends = await this.parts.log.ends([stream]);
    return this.upTo(stream, ends.get(stream));
  }

  /**
   * Returns the state of each of these streams, except streams that cannot be read.
   * @param unreadable called for each stream that cannot be read
   * @throws EventStoreUnavailable
   */
  async all(
    streams: readonly string[],
    unreadable: (stream: string, error: unknown) => void,
  ): Promise<ReadonlyMap<string, CurrentState<State>>> {
    const states = new Map<string, CurrentState<State>>();
    const add = async (
      stream: string,
      state: () => CurrentState<State> | Promise<CurrentState<State>>,
    ): Promise<void> => {
      try {
        states.set(stream, await state());
      } catch (error) {
        if (error instanceof EventStoreUnavailable) throw error;
        unreadable(stream, error);
      }
    };
    const ends = await this.endsOf(streams);
    await forEachConcurrently(streams, CONCURRENT_READS, (stream) =>
      add(stream, () => (ends === undefined ? this.one(stream) : this.upTo(stream, ends.get(stream)))),
    );
    return states;
  }

  /**
   * Reads the ends of the streams. Returns undefined if one stream is unreadable, because the store then
   * returns no ends at all.
   * @throws EventStoreUnavailable
   */
  private async endsOf(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd> | undefined> {
    try {
      return await this.parts.log.ends(streams);
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
      return undefined;
    }
  }

  /** Returns a state that includes at least the events up to `end`. */
  private upTo(
    stream: string,
    end: StreamEnd | undefined,
  ): CurrentState<State> | Promise<CurrentState<State>> {
    const kept = this.kept.get(stream);
    const { log } = this.parts;
    // A stream that had events and has none now was cut off. The read tells it.
    const hadEvents = kept !== undefined || log.placeIn(stream) !== undefined || log.hasSeen(stream);
    if (end === undefined && hadEvents) return this.read(stream, undefined);
    if (end === undefined) return { state: this.parts.fold.initial, revision: -1, untrusted: undefined };
    const known = this.known(stream, kept);
    // Usually an append came after `end` was read. Otherwise the events behind `end` were cut off.
    if (log.hasSeen(stream, { after: end.revision })) return this.read(stream, known);
    return known !== undefined && isAt(known, end) ? known : this.newerThan(stream, known, end);
  }

  /**
   * Returns the kept state. There is none for a closed stream: its end as stored does not show whether an event
   * in its middle was put back, so it is read as a whole each time. A state may have been kept before the records
   * about its stream were closed.
   */
  private known(stream: string, kept: Folded<State> | undefined): Folded<State> | undefined {
    if (kept?.untrusted === undefined && !this.parts.log.isClosed(stream)) return kept;
    this.kept.delete(stream);
    return undefined;
  }

  private async newerThan(
    stream: string,
    known: Folded<State> | undefined,
    end: StreamEnd,
  ): Promise<CurrentState<State>> {
    // The first shared read may have begun before the store returned `end`, so its result may be too old. A
    // second shared read began after that, so its result is new enough.
    for (let n = 0, shared = this.underWay.get(stream); n < 2 && shared; n += 1) {
      const read = await shared.catch(() => undefined);
      const isClosed = n === 1 && read?.untrusted !== undefined;
      if (read !== undefined && (isClosed || read.revision > end.revision || isAt(read, end))) return read;
      shared = this.underWay.get(stream);
    }
    return this.read(stream, known !== undefined && known.revision < end.revision ? known : undefined);
  }

  private read(stream: string, known: Folded<State> | undefined): Promise<Folded<State>> {
    const reading = this.newest(stream, known).finally(() => {
      if (this.underWay.get(stream) === reading) this.underWay.delete(stream);
    });
    this.underWay.set(stream, reading);
    return reading;
  }

  private async newest(stream: string, known: Folded<State> | undefined): Promise<Folded<State>> {
    const { log, fold } = this.parts;
    const { events, untrusted } = await log.load(stream, { after: linkOf(known) });
    // The known state may contain events that do not count any more.
    const isStale = untrusted !== undefined || events.length === 0;
    if (known !== undefined && isStale) return this.newest(stream, undefined);
    const read = await this.folded(known ?? this.nothing(), events);
    if (untrusted !== undefined) {
      this.kept.delete(stream);
      return { ...read, untrusted, end: undefined };
    }
    if (read.revision >= 0 && (fold.isKept?.(read.state) ?? true)) this.kept.set(stream, read);
    else this.kept.delete(stream);
    return read;
  }

  private async folded(before: Folded<State>, events: readonly StoredEvent[]): Promise<Folded<State>> {
    const { journal, fold } = this.parts;
    let { state, bytes } = before;
    for await (const part of chunkedWithYield(events))
      for (const event of part) {
        state = fold.evolve(state, journal.decode<Event>(event));
        bytes += event.data.length + event.metadata.length;
      }
    const last = events.at(-1);
    return last === undefined
      ? before
      : {
          state,
          bytes,
          revision: last.revision,
          untrusted: undefined,
          end: endOf(last),
          hash: metadataOf(last)?.hash,
        };
  }

  private nothing(): Folded<State> {
    const { initial: state } = this.parts.fold;
    return { state, revision: -1, untrusted: undefined, end: undefined, hash: undefined, bytes: 0 };
  }
}

const isAt = ({ end }: Folded<unknown>, { revision, metadataHash }: StreamEnd): boolean =>
  end?.revision === revision && end.metadataHash === metadataHash;

const linkOf = (known: Folded<unknown> | undefined): Link =>
  known?.hash === undefined ? BEGINNING : { revision: known.revision, hash: known.hash };
