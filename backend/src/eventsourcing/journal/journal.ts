import type { StoredEvent } from '../event-store/event-store.js';
import type { CommandContext, NewEvent, Origin, Recorded } from './event.js';
import type { Sealed } from '../../vault/sealed.js';

/** The end of a stream as it was read. An append builds on it. */
export interface StreamHead {
  readonly stream: string;
  /** Revision of the last event; -1 for a stream that does not exist. */
  readonly revision: number;
  readonly hash: string;
  /** Time of the last event, or null: no later event is dated before it (rule:time-never-runs-back). */
  readonly at: string | null;
}

export interface LoadedStream<E extends NewEvent = NewEvent> {
  readonly events: readonly Recorded<E>[];
  readonly head: StreamHead;
}

/**
 * The event log in the domain's terms: seals, chains and encodes on the way in, decodes, upcasts and unseals
 * on the way out.
 */
export interface Journal {
  /**
   * Loads the whole stream (or up to and including `to`, or the events after a head). Events are unsealed
   * unless they are unknown.
   * @throws EventStoreUnavailable
   */
  load<E extends NewEvent>(
    stream: string,
    options?: { to?: number } | { after: StreamHead },
  ): Promise<LoadedStream<E>>;
  /**
   * Appends all events or none after `head`. An append whose outcome is unknown is retried with identical
   * bytes.
   * @throws WrongExpectedRevision if the stream has moved on, EventStoreUnavailable
   */
  append<E extends NewEvent>(
    head: StreamHead,
    events: readonly E[],
    context: CommandContext,
  ): Promise<readonly Recorded<E>[]>;
  /** Decodes and upcasts any stored event without unsealing it, for projections and reactions. */
  decode<E extends NewEvent>(stored: StoredEvent): Recorded<E>;
  /**
   * Fills in `personal` and `origin`, or sets the reason why they are missing: `erased`, `keyMissing` or
   * `sealBroken`.
   */
  unseal<E extends NewEvent>(event: Recorded<E>): Promise<Recorded<E>>;
  /**
   * Opens a sealed part that a read model's row holds; undefined if its key was destroyed.
   * @throws SealBroken, KeyMissing
   */
  openSealed(
    sealed: Sealed,
  ): Promise<{ readonly personal: object | undefined; readonly origin: Origin | undefined } | undefined>;
}

/**
 * Each upcaster turns the data of an old version into those of the next (rule:events-are-never-edited). Keys
 * are wire names, as in `NdaCreated.v1`.
 */
export type Upcasters = Readonly<
  Record<
    string,
    (data: { open: object; personal?: object }) => { type: string; open: object; personal?: object }
  >
>;
