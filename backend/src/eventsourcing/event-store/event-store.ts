import { Unavailable } from '../../platform/errors/unavailable.js';

// The port to the event log. It carries bytes and knows no domain word. Adapters: `postgres/` and
// `eventstoredb/`; both pass the one suite in `testing/contract.ts`.

/** Opaque outside the adapter that made it: never parsed or computed with; the store alone compares two. */
export type Position = string & { readonly __position: unique symbol };

/**
 * The revision that the stream's last event must have: `no-stream`, or its number counted from 0. There is no
 * 'any'.
 */
export type ExpectedRevision = 'no-stream' | number;

export interface EventBytes {
  /** UUIDv7, unique over the whole store. */
  readonly id: string;
  /** Wire name with version, as in `NdaCreated.v1`. */
  readonly type: string;
  /** UTF-8 JSON. Stored and returned byte for byte. */
  readonly data: Uint8Array;
  /** UTF-8 JSON. Stored and returned byte for byte. */
  readonly metadata: Uint8Array;
}

export interface StoredEvent extends EventBytes {
  readonly stream: string;
  /** Counted from 0. */
  readonly revision: number;
  readonly position: Position;
}

export interface AppendResult {
  /** Of the last event appended. */
  readonly revision: number;
  readonly position: Position;
  /** True when these very events were in the store before this call: nothing was appended. */
  readonly repeated: boolean;
}

/** By what the last event of a stream is told from any other. */
export interface StreamEnd {
  readonly revision: number;
  /** SHA-256 of its metadata, hexadecimal: whoever asks for many ends need not be sent all of these. */
  readonly metadataHash: string;
}

export interface ReadStreamOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Inclusive. Defaults to the first event forwards, to the last backwards. */
  readonly from?: number;
  /** Most events to return; all by default. */
  readonly limit?: number;
}

/**
 * Milliseconds: a subscription that has seen all there is hears from the store at least so often; where it
 * hears nothing for longer, the store does not answer.
 */
export const SIGN_OF_LIFE_MS = 1_000;

export interface SubscribeOptions {
  /** Events after this position; undefined: from the beginning. */
  readonly after: Position | undefined;
  /** Only streams whose name starts with one of these. Others advance `position` alone. */
  readonly streamPrefixes?: readonly string[];
  /** Most events in one batch, 500 by default. */
  readonly batchSize?: number;
  /** Somebody waits for what is done with the events: where many are to be told at once, this one is told first. */
  readonly isAwaited?: boolean;
  /** The events' data are not looked at, and may be no bytes at all: what need not be read is not. */
  readonly withoutData?: boolean;
  /**
   * Called with one batch at a time, in log order; the next comes when the promise resolves. `position` is
   * that of the last event seen (also a foreign one): a checkpoint. When it rejects, the same batch is given
   * again after a pause.
   */
  readonly onBatch: (events: readonly StoredEvent[], position: Position) => Promise<void>;
  /**
   * Called when the subscription has seen all there was when its last batch was taken, and again when it has
   * after a failure, also where nothing was new.
   */
  readonly onCaughtUp?: () => void;
  /**
   * Called again and again, at least every `SIGN_OF_LIFE_MS`, while the subscription has seen all there is and
   * the store answers. A store that keeps silent makes no error for long; that this is not called tells it.
   */
  readonly onSignOfLife?: () => void;
  /**
   * Called on each failure that the subscription survives by itself (a lost connection, a rejected batch).
   */
  readonly onFault?: (error: unknown) => void;
}

export interface Subscription {
  /** Resolves when no batch is in work any more and none will come. */
  stop(): Promise<void>;
}

/** Somebody else appended first; the caller reads the stream again and decides again. */
export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision | undefined,
  ) {
    super(`stream ${stream}: expected revision ${expected}, found ${actual ?? 'another'}`);
    this.name = 'WrongExpectedRevision';
  }
}

/**
 * The store cannot be reached, or did not answer in time. The outcome of an append is then unknown: retry it
 * with identical bytes.
 */
export class EventStoreUnavailable extends Unavailable {}

/** The log was moved to another store: nothing is appended to this one any more. Another try changes nothing. */
export class EventStoreMoved extends EventStoreUnavailable {
  constructor() {
    super(
      'The log of this database is in another event store, or is being moved there (siegel events:copy). ' +
        'Start with that one in EVENT_STORE_URL, or without EVENT_STORE_URL where it was moved into the database.',
    );
  }
}

/** Whether this process may append: a right that it has to look after, and that may end. */
export interface AppendRight {
  /** Resolves when it is known, at once as a rule. */
  known(): Promise<void>;
  /** @throws EventStoreMoved, EventStoreUnavailable where it may not, or does not know */
  require(): void;
}

export interface EventStore {
  /** Names this very store for life; a checkpoint of another store is refused by it. */
  storeId(): Promise<string>;
  /**
   * Appends all events or none, as revisions expected+1, expected+2, …. Events whose ids the store already
   * holds at these revisions are acknowledged again (`repeated`), nothing is appended.
   * @throws WrongExpectedRevision, EventStoreUnavailable
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult>;
  /** An unknown stream is an empty list. @throws EventStoreUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): Promise<StoredEvent[]>;
  /**
   * The ends of these streams as of now, each at least as new as when it was asked for; an unknown stream has none.
   * @throws EventStoreUnavailable; another error where one of them cannot be read
   */
  ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>>;
  /** Everything after a position in one order, in batches. @throws EventStoreUnavailable */
  readAll(options: {
    after: Position | undefined;
    streamPrefixes?: readonly string[];
    batchSize?: number;
    /** As in `SubscribeOptions`. */
    withoutData?: boolean;
  }): AsyncIterable<{ events: readonly StoredEvent[]; position: Position }>;
  subscribe(options: SubscribeOptions): Subscription;
  /** Position of the newest event, or undefined in an empty store. */
  head(): Promise<Position | undefined>;
  /** Whether a position can be of this store and is not past its end. */
  holds(position: Position): Promise<boolean>;
  /** Whether the one position, which this store gave out, lies before the other one. */
  isBefore(one: Position, other: Position): boolean;
  /**
   * Whether events can be read and appended now, at a cost that does not grow with the log. An append of
   * unknown outcome fails it until one is answered; it sees to that itself where nobody appends.
   * @throws EventStoreUnavailable
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The log as it is stored. Whoever opens it reads it anew: nothing of it is in memory, whatever became of it since,
 * nothing can be appended, and nothing is made that is missing.
 */
export type StoredLog = Pick<EventStore, 'readStream' | 'readAll' | 'close'>;

/** The same for whoever looks whether it is there, and the right one. */
export interface InspectedLog extends StoredLog, Pick<EventStore, 'head' | 'holds'> {
  /** Undefined where nothing was ever written. */
  storeId(): Promise<string | undefined>;
  /** What keeps it, with its version where that is another program than the database. */
  readonly server: string;
}
