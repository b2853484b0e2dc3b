import { LRUCache } from 'lru-cache';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { forEachConcurrently } from '../../platform/async/for-each-concurrently.js';
import type { Decider } from '../commands/command-runner.js';
import {
  type EventStore,
  EventStoreUnavailable,
  type StoredEvent,
  type StreamEnd,
} from '../event-store/event-store.js';
import { endOf } from '../event-store/end-of.js';
import { metadataOf } from '../journal/chain.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';

/**
 * A fold over one stream. Events arrive sealed, as for a projection, and unknown ones too. A state may hold
 * sealed data, but nothing that was opened.
 */
export interface StateFold<State, Event extends NewEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  /** True if the state is worth keeping in memory; every state is by default. */
  readonly isKept?: (state: State) => boolean;
  /** Size of the state in bytes; by default the size of all its events. */
  readonly bytes?: (state: State) => number;
}

/** The open part of a decider's state (rule:unknown-is-not-folded). */
export const openStateOf = <State, Command, Event extends NewEvent>({
  initial,
  evolve,
}: Decider<State, Command, Event>): StateFold<State, Event> => ({
  initial,
  evolve: (state, event) => (event.unknown ? state : evolve(state, event)),
});

export interface CurrentState<State> {
  readonly state: State;
  /** Revision of the stream's last event; -1 if there is no such stream. */
  readonly revision: number;
}

interface Folded<State> extends CurrentState<State> {
  /** Identity of the last event, which includes a hash of its metadata; undefined before the first. */
  readonly end: StreamEnd | undefined;
  /** Hash of that event; undefined if its metadata contain none. */
  readonly hash: string | undefined;
  /** Bytes of all events that were folded: more than the state itself. */
  readonly bytes: number;
}

export interface CurrentStatesParts<State, Event extends NewEvent> {
  readonly store: Pick<EventStore, 'ends' | 'readStream'>;
  readonly journal: Pick<Journal, 'decode'>;
  readonly fold: StateFold<State, Event>;
  /** Limits of the memory: number of states, and bytes of the events that they were folded from. */
  readonly keeps?: { readonly states: number; readonly bytes: number };
}

const KEEPS = { states: 2_000, bytes: 32 * 1024 * 1024 };
/** Least size that is counted for a state, however short its events are. */
const OVERHEAD = 2_048;
/** Streams of one request that are read at a time, so that other requests are served too. */
const CONCURRENT_READS = 3;

/**
 * Keeps current states of streams in this process, with the revision and the hash of the last event. Each
 * request asks the store for the ends of its streams, and folds only newer events
 * (rule:stream-confirms-who-may). If the stream has another hash at the kept revision, it is folded again
 * from its beginning.
 */
export class CurrentStates<State, Event extends NewEvent> {
  private readonly kept: LRUCache<string, Folded<State>>;
  /** Callers that request the same stream at once share one read. */
  private readonly underWay = new Map<string, Promise<Folded<State>>>();

  constructor(private readonly parts: CurrentStatesParts<State, Event>) {
    const { states: max, bytes: maxSize } = parts.keeps ?? KEEPS;
    const sizeCalculation = ({ state, bytes }: Folded<State>): number =>
      (parts.fold.bytes?.(state) ?? bytes) + OVERHEAD;
    this.kept = new LRUCache({ max, maxSize, sizeCalculation });
  }

  /**
   * Returns the state of one stream.
   * @param atLeast a revision that the stream is known to have: if the kept state is older, newer events are
   * read at once, up to the end
   * @throws EventStoreUnavailable; another error if the stream cannot be read
   */
  async one(stream: string, atLeast = -1): Promise<CurrentState<State>> {
    const known = this.kept.get(stream);
    if (known !== undefined && known.revision < atLeast) return this.read(stream, known);
    const ends = await this.parts.store.ends([stream]);
    return this.upTo(stream, ends.get(stream));
  }

  /**
   * Returns the states of those of these streams that can be read.
   * @param unreadable called for each of the others, which do not affect the rest
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
   * Returns undefined if one unreadable stream keeps the store from returning the others.
   * @throws EventStoreUnavailable
   */
  private async endsOf(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd> | undefined> {
    try {
      return await this.parts.store.ends(streams);
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
      return undefined;
    }
  }

  /** Returns a state at least as new as this end. */
  private upTo(
    stream: string,
    end: StreamEnd | undefined,
  ): CurrentState<State> | Promise<CurrentState<State>> {
    if (end === undefined) {
      this.kept.delete(stream);
      return { state: this.parts.fold.initial, revision: -1 };
    }
    const known = this.kept.get(stream);
    return known !== undefined && isAt(known, end) ? known : this.newerThan(stream, known, end);
  }

  private async newerThan(
    stream: string,
    known: Folded<State> | undefined,
    end: StreamEnd,
  ): Promise<CurrentState<State>> {
    // The first shared read may have begun before the end was returned; the second did not.
    for (let n = 0, shared = this.underWay.get(stream); n < 2 && shared; n += 1) {
      const read = await shared.catch(() => undefined);
      if (read !== undefined && (read.revision > end.revision || isAt(read, end))) return read;
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
    const { store, fold } = this.parts;
    const events = await store.readStream(stream, known === undefined ? {} : { from: known.revision + 1 });
    if (known !== undefined && !follows(events[0], known)) return this.newest(stream, undefined);
    const folded = await this.folded(known ?? this.nothing(), events);
    if (folded.revision >= 0 && (fold.isKept?.(folded.state) ?? true)) this.kept.set(stream, folded);
    else this.kept.delete(stream);
    return folded;
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
      : { state, bytes, revision: last.revision, end: endOf(last), hash: metadataOf(last)?.hash };
  }

  private nothing(): Folded<State> {
    return { state: this.parts.fold.initial, revision: -1, end: undefined, hash: undefined, bytes: 0 };
  }
}

const isAt = ({ end }: Folded<unknown>, { revision, metadataHash }: StreamEnd): boolean =>
  end?.revision === revision && end.metadataHash === metadataHash;

/** True if this event directly follows the last one that was folded. */
const follows = (event: StoredEvent | undefined, { revision, hash }: Folded<unknown>): boolean =>
  event?.revision === revision + 1 && hash !== undefined && metadataOf(event)?.previousHash === hash;
