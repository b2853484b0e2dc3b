import { OperatorError } from '../../platform/errors/operator-error.js';
import { Unavailable } from '../../platform/errors/unavailable.js';

// The port to the event log. It carries bytes and does not know the domain. The adapters are `postgres/` and
// `eventstoredb/`. Both pass the same suite, `testing/contract.ts`.

/**
 * A position in the log. Only the adapter that created a position can interpret it, so never parse it or
 * compute with it. Compare two positions with `EventStore.isBefore`.
 */
export type Position = string & { readonly __position: unique symbol };

/**
 * The revision that the stream's last event must have, counted from 0, or `no-stream` if the stream must not
 * exist yet. There is no value for 'any revision'.
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

/**
 * An event as a store returned it. Nothing is known about who wrote it, because any program that can write to
 * the store can write events. Only `Authenticator` (trust/) makes an event that the service believes.
 */
export interface UntrustedEvent extends EventBytes {
  readonly stream: string;
  /** Counted from 0. */
  readonly revision: number;
  readonly position: Position;
}

export interface AppendResult {
  /** Revision of the last event that was appended. */
  readonly revision: number;
  readonly position: Position;
  /** True if exactly these events were in the store before this call. Then nothing was appended. */
  readonly repeated: boolean;
}

/** Identifies the last event of a stream. */
export interface StreamEnd {
  readonly revision: number;
  /**
   * SHA-256 of the event's metadata, hexadecimal. A caller that requests the ends of many streams receives
   * this hash instead of all their metadata.
   */
  readonly metadataHash: string;
}

export interface ReadStreamOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Inclusive. By default the first event when reading forwards, the last when reading backwards. */
  readonly from?: number;
  /** Maximum number of events to return; all by default. */
  readonly limit?: number;
}

export interface NewestOptions {
  readonly streamPrefixes: readonly string[];
  /** Maximum number of events to return. */
  readonly limit: number;
}

/**
 * Longest time in milliseconds between two signs of life of a subscription that has caught up. A longer
 * silence means that the store does not answer.
 */
export const SIGN_OF_LIFE_MS = 1_000;

export interface SubscribeOptions {
  /** Only events after this position are delivered; undefined: from the beginning. */
  readonly after: Position | undefined;
  /**
   * Delivers only events of streams whose names start with one of these prefixes. Events of other streams
   * only advance `position`.
   */
  readonly streamPrefixes?: readonly string[];
  /** Maximum number of events in one batch; 500 by default. */
  readonly batchSize?: number;
  /**
   * True if a user is waiting for the result. If many subscribers are due at once, this subscriber is
   * notified first.
   */
  readonly isAwaited?: boolean;
  /**
   * True if the subscriber does not use the events' data. The store then need not read the data and may
   * deliver events with empty data.
   */
  readonly withoutData?: boolean;
  /**
   * Called with one batch at a time, in log order. The next batch comes when the promise resolves. If the
   * promise rejects, the rejected batch comes again after a pause. `position` is the position of the last
   * event seen, even an event of a foreign stream, and serves as a checkpoint.
   */
  readonly onBatch: (events: readonly UntrustedEvent[], position: Position) => Promise<void>;
  /**
   * Called when the subscription has delivered everything and the last batch was accepted. Called again after
   * each failure, as soon as the subscription has caught up, even if there were no new events.
   */
  readonly onCaughtUp?: () => void;
  /**
   * Called at least every `SIGN_OF_LIFE_MS` while the subscription is caught up and the store answers. A
   * store that falls silent raises no error for a long time; only the absence of these calls reveals it.
   */
  readonly onSignOfLife?: () => void;
  /**
   * Called on each failure after which the subscription continues automatically (a lost connection, a
   * rejected batch).
   */
  readonly onFault?: (error: unknown) => void;
}

export interface Subscription {
  /** Resolves when no batch is being processed any more and no further batch will come. */
  stop(): Promise<void>;
}

/** Thrown if another append came first. The caller reads the stream again and decides again. */
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
 * Thrown if the store cannot be reached, or did not respond in time. The outcome of an append is then
 * unknown, so the caller must retry it with identical bytes.
 */
export class EventStoreUnavailable extends Unavailable {}

/**
 * Thrown if the log was moved to another store and this store accepts no appends any more. A retry does not
 * help.
 */
export class EventStoreMoved extends EventStoreUnavailable {
  constructor() {
    super(
      'The log of this database is in another event store, or is being moved there (siegel events:copy). ' +
        'Set EVENT_STORE_URL to that store. If the log was moved into the database, remove EVENT_STORE_URL.',
    );
  }
}

/**
 * Thrown if somebody deleted a stream in such a way that the store accepts no event of it any more. A read of the
 * stream returns no event.
 */
export class StreamDeletedForGood extends OperatorError {
  constructor(options: ErrorOptions = {}) {
    super(
      'EventStoreDB accepts no event of this stream any more, because somebody deleted the stream for good (a tombstone). Nothing can be put back into it. End it with siegel log:repair and --end.',
      options,
    );
    this.name = 'StreamDeletedForGood';
  }
}

/** The right of this process to append. The process has to renew it, and may lose it. */
export interface AppendRight {
  /** Resolves as soon as it is known whether this process has the right. Usually this is known at once. */
  known(): Promise<void>;
  /**
   * @throws EventStoreMoved if this process may not append
   * @throws EventStoreUnavailable if that is unknown
   */
  require(): void;
}

export interface EventStore {
  /** Returns this store's permanent name. A store refuses another store's checkpoint. */
  storeId(): Promise<string>;
  /**
   * Appends all events or none, as revisions expected+1, expected+2, …. If the store already holds exactly
   * these events at these revisions, it appends nothing and acknowledges them again (`repeated`). Events with
   * the same ids and other bytes are others: somebody changed them.
   * @throws WrongExpectedRevision, EventStoreUnavailable, StreamDeletedForGood
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult>;
  /** Returns an empty list for an unknown stream. @throws EventStoreUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): Promise<UntrustedEvent[]>;
  /**
   * Returns the end of each of these streams, at the time of this call or later. The result has no entry for
   * an unknown stream.
   * @throws EventStoreUnavailable; another error if one of the streams cannot be read
   */
  ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>>;
  /** Yields everything after a position, in log order and in batches. @throws EventStoreUnavailable */
  readAll(options: {
    after: Position | undefined;
    streamPrefixes?: readonly string[];
    batchSize?: number;
    /** As in `SubscribeOptions`. */
    withoutData?: boolean;
  }): AsyncIterable<{ events: readonly UntrustedEvent[]; position: Position }>;
  /**
   * Returns the newest events of streams with these prefixes, newest first. Reads the log backwards until it has
   * found them. So the cost grows with the number of other programs' events that come after them.
   * @throws EventStoreUnavailable
   */
  newest(options: NewestOptions): Promise<UntrustedEvent[]>;
  /**
   * Yields events of streams with these prefixes that are stored at no place of the log's order. No append
   * makes such events, so somebody else wrote or moved them. `readStream` returns them like all other events.
   * No reader in log order meets them.
   * @throws EventStoreUnavailable
   */
  misplaced(options: {
    readonly streamPrefixes: readonly string[];
    readonly batchSize?: number;
  }): AsyncIterable<readonly UntrustedEvent[]>;
  subscribe(options: SubscribeOptions): Subscription;
  /** Returns the position of the newest event, or undefined for an empty store. */
  head(): Promise<Position | undefined>;
  /** True if this store can have issued the position and the position is not past the store's end. */
  holds(position: Position): Promise<boolean>;
  /** True if the first position lies before the second. Both must come from this store. */
  isBefore(one: Position, other: Position): boolean;
  /**
   * Checks that events can be read and appended now. The cost does not grow with the log. After an append of
   * unknown outcome the check fails until the store responds to an append. If there is no other append, the
   * check itself appends a probe.
   * @throws EventStoreUnavailable
   */
  check(): Promise<void>;
  /**
   * Removes the settings of a stream because of which reads leave out events. Absent if the store has no such
   * settings.
   * @throws EventStoreUnavailable
   */
  showHidden?(stream: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Read access to the log as it is stored. It always reads from the store, never from memory. It cannot
 * append, and it does not create missing objects.
 */
export interface StoredLog
  extends Pick<EventStore, 'readStream' | 'readAll' | 'misplaced' | 'isBefore' | 'close'> {
  /**
   * Returns the streams with these prefixes of which a read may leave out events, because of settings in the
   * store itself. The whole log shows these events all the same. Absent if the store has no such settings.
   * @throws EventStoreUnavailable
   */
  readonly hidingStreams?: (streamPrefixes: readonly string[]) => Promise<readonly string[]>;
}

/** Read access for a caller that checks whether the log exists and is the right one. */
export interface InspectedLog extends StoredLog, Pick<EventStore, 'newest' | 'head' | 'holds'> {
  /** Returns undefined if no event was ever appended. */
  storeId(): Promise<string | undefined>;
  /** Kind of the store. Includes the version if the store is not the database but a program of its own. */
  readonly server: string;
}
