import type { StoredEvent, UntrustedPlace } from '../trust/authenticate.js';
import type { CommandContext, NewEvent, Origin, Recorded } from './event.js';
import type { Sealed } from '../../vault/sealed.js';

/** The end of a stream at the time when the stream was read. An append adds its events after this end. */
export interface StreamHead {
  readonly stream: string;
  /** Revision of the last event; -1 for a stream that does not exist. */
  readonly revision: number;
  readonly hash: string;
  /** Time of the last event, or null. No later event is dated before it (rule:time-never-runs-back). */
  readonly at: string | null;
}

export interface LoadedStream<E extends NewEvent = NewEvent> {
  readonly events: readonly Recorded<E>[];
  /** The end of the authenticated events. */
  readonly head: StreamHead;
  /** The place from which on the stream does not count; undefined for a stream that is authenticated whole. */
  readonly untrusted: UntrustedPlace | undefined;
}

/**
 * The event log in the domain's terms. It seals, chains and encodes events that are appended; it decodes,
 * upcasts and unseals events that are read.
 */
export interface Journal {
  /**
   * Loads a whole stream, or a stream up to and including revision `to`, or the events after the head
   * `after`. Returns only events that are authenticated (rule:log-is-authenticated). Unknown events stay
   * sealed. All other events are unsealed.
   * @throws EventStoreUnavailable
   */
  load<E extends NewEvent>(
    stream: string,
    options?: { to?: number } | { after: StreamHead },
  ): Promise<LoadedStream<E>>;
  /**
   * Appends all events after `head`, or none. An append whose outcome is unknown is retried with identical
   * bytes. Returns the events as later readers get them: without the mark that ends the stream.
   * @throws WrongExpectedRevision if the stream has moved on, or if an event that is not authenticated follows
   * `head`
   * @throws EventStoreUnavailable
   */
  append<E extends NewEvent>(
    head: StreamHead,
    events: readonly E[],
    context: CommandContext,
  ): Promise<readonly Recorded<E>[]>;
  /** Decodes and upcasts any stored event without unsealing it, for projections and reactions. */
  decode<E extends NewEvent>(stored: StoredEvent): Recorded<E>;
  /**
   * Returns the event with `personal` and `origin`. If they are missing, one of these gives the reason:
   * `erased`, `keyMissing` or `sealBroken`.
   */
  unseal<E extends NewEvent>(event: Recorded<E>): Promise<Recorded<E>>;
  /**
   * Opens a sealed part from a read model's row. Returns undefined if its key was destroyed.
   * @throws SealBroken, KeyMissing
   */
  openSealed(
    sealed: Sealed,
  ): Promise<{ readonly personal: object | undefined; readonly origin: Origin | undefined } | undefined>;
}

/**
 * Each upcaster converts the data of one version of an event to the next version
 * (rule:events-are-never-edited). The keys are wire names, as in `NdaCreated.v1`.
 */
export type Upcasters = Readonly<
  Record<
    string,
    (data: { open: object; personal?: object }) => { type: string; open: object; personal?: object }
  >
>;
