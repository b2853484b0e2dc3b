import { LRUCache } from 'lru-cache';
import { inParts } from '../../platform/async/in-parts.js';
import { sideBySide } from '../../platform/async/side-by-side.js';
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
 * What is folded of a stream. The events come sealed, as to a projection, those that are unknown too: a state may hold
 * what is sealed, and nothing that was opened.
 */
export interface StateFold<State, Event extends NewEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  /** Whether there is anything left of it that is worth a place in memory: each state is by default. */
  readonly isKept?: (state: State) => boolean;
  /** How much it takes up; as much as all events that it was made of by default. */
  readonly bytes?: (state: State) => number;
}

/** The open part of what a decider decides on (rule:unknown-is-not-folded). */
export const openStateOf = <State, Command, Event extends NewEvent>({
  initial,
  evolve,
}: Decider<State, Command, Event>): StateFold<State, Event> => ({
  initial,
  evolve: (state, event) => (event.unknown ? state : evolve(state, event)),
});

export interface CurrentState<State> {
  readonly state: State;
  /** Of the stream's last event; -1 where there is no such stream. */
  readonly revision: number;
}

interface Folded<State> extends CurrentState<State> {
  /** As of the last event, whose hash is in its metadata; undefined before the first. */
  readonly end: StreamEnd | undefined;
  /** Of that event; undefined where its metadata tell none. */
  readonly hash: string | undefined;
  /** Of all events that were folded: more than what is left of them. */
  readonly bytes: number;
}

export interface CurrentStatesParts<State, Event extends NewEvent> {
  readonly store: Pick<EventStore, 'ends' | 'readStream'>;
  readonly journal: Pick<Journal, 'decode'>;
  readonly fold: StateFold<State, Event>;
  /** Most states, and most bytes of the events that they were made of, that are kept. */
  readonly keeps?: { readonly states: number; readonly bytes: number };
}

const KEEPS = { states: 2_000, bytes: 32 * 1024 * 1024 };
/** A state is no less than this, however short its events. */
const OVERHEAD = 2_048;
/** Streams of one question that are read at a time: others have to be read too. */
const READ_AT_ONCE = 3;

/**
 * States of streams as they are now, kept in this process with the revision and the hash of the last event. Each
 * question asks the store for the ends of all the streams that it is about, and folds only what came since
 * (rule:stream-confirms-who-may). Where the hash at the kept revision is no longer that of the stream, it is folded
 * anew from its beginning.
 */
export class CurrentStates<State, Event extends NewEvent> {
  private readonly kept: LRUCache<string, Folded<State>>;
  /** Those who ask for one stream at once share the reading of it. */
  private readonly underWay = new Map<string, Promise<Folded<State>>>();

  constructor(private readonly parts: CurrentStatesParts<State, Event>) {
    const { states: max, bytes: maxSize } = parts.keeps ?? KEEPS;
    const sizeCalculation = ({ state, bytes }: Folded<State>): number =>
      (parts.fold.bytes?.(state) ?? bytes) + OVERHEAD;
    this.kept = new LRUCache({ max, maxSize, sizeCalculation });
  }

  /**
   * @param atLeast a revision that the stream is known to have: where what is kept is older, what came since is read
   * straight away, up to the end
   * @throws EventStoreUnavailable; another error where the stream cannot be read
   */
  async one(stream: string, atLeast = -1): Promise<CurrentState<State>> {
    const known = this.kept.get(stream);
    if (known !== undefined && known.revision < atLeast) return this.read(stream, known);
    const ends = await this.parts.store.ends([stream]);
    return this.upTo(stream, ends.get(stream));
  }

  /**
   * Those of these streams that can be read.
   * @param unreadable is told of each of the others, which harms none of the rest
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
    await sideBySide(streams, READ_AT_ONCE, (stream) =>
      add(stream, () => (ends === undefined ? this.one(stream) : this.upTo(stream, ends.get(stream)))),
    );
    return states;
  }

  /** Undefined where one of them keeps the store from telling of the others. @throws EventStoreUnavailable */
  private async endsOf(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd> | undefined> {
    try {
      return await this.parts.store.ends(streams);
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
      return undefined;
    }
  }

  /** At least as new as this end of it. */
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
    // The first may have begun before the end was told; the second did not.
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
    for await (const part of inParts(events))
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

/** Whether this is the event after the last one that was folded. */
const follows = (event: StoredEvent | undefined, { revision, hash }: Folded<unknown>): boolean =>
  event?.revision === revision + 1 && hash !== undefined && metadataOf(event)?.previousHash === hash;
