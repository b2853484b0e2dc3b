import { Unavailable } from '../../platform/errors/unavailable.js';

// The port to the event log. It carries bytes and knows no word of the domain. The adapters are `postgres/`
// and `eventstoredb/`; both pass the one suite in `testing/contract.ts`.

/**
 * A place in the log, opaque outside the adapter that created it: never parse it or compute with it. Only the
 * store compares two positions.
 */
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
  /** Revision of the last event that was appended. */
  readonly revision: number;
  readonly position: Position;
  /** True if these very events were in the store before this call. Then nothing was appended. */
  readonly repeated: boolean;
}

/** Identifies the last event of a stream. */
export interface StreamEnd {
  readonly revision: number;
  /**
   * SHA-256 of its metadata, hexadecimal, so that a caller who asks for many ends need not receive all
   * metadata.
   */
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
 * Longest time between two signs of life of a subscription that has caught up, in milliseconds. A longer
 * silence means that the store does not answer.
 */
export const SIGN_OF_LIFE_MS = 1_000;

export interface SubscribeOptions {
  /** Only events after this position are delivered; undefined: from the beginning. */
  readonly after: Position | undefined;
  /** Only streams whose name starts with one of these. Others only advance `position`. */
  readonly streamPrefixes?: readonly string[];
  /** Most events in one batch, 500 by default. */
  readonly batchSize?: number;
  /** A user is waiting for the result: if many subscribers are due at once, notify this one first. */
  readonly isAwaited?: boolean;
  /** The subscriber does not use the events' data, which may then be empty: the store need not read them. */
  readonly withoutData?: boolean;
  /**
   * Called with one batch at a time, in log order; the next one comes when the promise resolves. `position`
   * is that of the last event seen (even one of a foreign stream) and serves as a checkpoint. If the promise
   * rejects, the same batch comes again after a pause.
   */
  readonly onBatch: (events: readonly StoredEvent[], position: Position) => Promise<void>;
  /**
   * Called when the last batch was taken and the subscription had then seen everything. Called again after
   * each failure once it has caught up again, even if nothing was new.
   */
  readonly onCaughtUp?: () => void;
  /**
   * Called repeatedly, at least every `SIGN_OF_LIFE_MS`, while the subscription has seen everything and the
   * store answers. A silent store raises no error for a long time; the absence of this call reveals it.
   */
  readonly onSignOfLife?: () => void;
  /**
   * Called on each failure that the subscription survives by itself (a lost connection, a rejected batch).
   */
  readonly onFault?: (error: unknown) => void;
}

export interface Subscription {
  /** Resolves when no batch is in work any more and no further one will come. */
  stop(): Promise<void>;
}

/** Another append came first. The caller reads the stream again and decides again. */
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

/** The log was moved to another store: this one accepts no appends any more. A retry does not help. */
export class EventStoreMoved extends EventStoreUnavailable {
  constructor() {
    super(
      'The log of this database is in another event store, or is being moved there (siegel events:copy). ' +
        'Set EVENT_STORE_URL to that store. If the log was moved into the database, remove EVENT_STORE_URL.',
    );
  }
}

/** The right of this process to append. It has to be renewed, and it may end. */
export interface AppendRight {
  /** Resolves when it is known whether the right exists; usually at once. */
  known(): Promise<void>;
  /** @throws EventStoreMoved, EventStoreUnavailable if this process may not append, or does not know */
  require(): void;
}

export interface EventStore {
  /** Permanent name of this store. A store refuses a checkpoint of another store. */
  storeId(): Promise<string>;
  /**
   * Appends all events or none, as revisions expected+1, expected+2, …. If the store already holds events
   * with these ids at these revisions, it acknowledges them again (`repeated`) and appends nothing.
   * @throws WrongExpectedRevision, EventStoreUnavailable
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult>;
  /** Returns an empty list for an unknown stream. @throws EventStoreUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): Promise<StoredEvent[]>;
  /**
   * Returns the last event's identity for each of these streams, at least as new as this call. An unknown
   * stream has no entry.
   * @throws EventStoreUnavailable; another error if one of the streams cannot be read
   */
  ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>>;
  /** Yields everything after a position in one order, in batches. @throws EventStoreUnavailable */
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
  /** True if a position can belong to this store and is not past its end. */
  holds(position: Position): Promise<boolean>;
  /** True if the first position lies before the second. Both must come from this store. */
  isBefore(one: Position, other: Position): boolean;
  /**
   * Checks that events can be read and appended now, at a cost that does not grow with the log. After an
   * append of unknown outcome the check fails until an append is answered; in an idle store it probes by
   * itself.
   * @throws EventStoreUnavailable
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Read access to the log as it is stored. Each opening reads from the store and not from memory. Nothing can
 * be appended, and missing objects are not created.
 */
export type StoredLog = Pick<EventStore, 'readStream' | 'readAll' | 'close'>;

/** The same for a caller who checks that the log exists and is the right one. */
export interface InspectedLog extends StoredLog, Pick<EventStore, 'head' | 'holds'> {
  /** Undefined if nothing was ever written. */
  storeId(): Promise<string | undefined>;
  /** Kind of the store, with its version if it is another program than the database. */
  readonly server: string;
}
