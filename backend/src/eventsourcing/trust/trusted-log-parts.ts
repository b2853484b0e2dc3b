import type { EventStore, Position } from '../event-store/event-store.js';
import type { Authenticator, StoredEvent } from './authenticate.js';
import type { ClosedStreams } from './closed-streams.js';

export interface TrustedReaderParts {
  readonly store: Pick<EventStore, 'readStream' | 'readAll'>;
  readonly authenticator: Authenticator;
  readonly closed: ClosedStreams;
  /** True if the name has the form of our stream names. Events of other streams are left out. */
  readonly isOwnStream?: (stream: string) => boolean;
  /**
   * Returns the revision of the last event that this service wrote into a trust stream, as far as something
   * beside the store knows it; -1 if nothing does.
   */
  readonly endOfTrust?: (stream: string) => Promise<number>;
}

/** A batch of authenticated events in log order. `position` is that of the last event seen, whatever it was. */
export interface TrustedBatch {
  readonly events: readonly StoredEvent[];
  readonly position: Position;
}

export interface TrustedLogParts extends TrustedReaderParts {
  readonly store: Pick<
    EventStore,
    'readStream' | 'readAll' | 'subscribe' | 'ends' | 'storeId' | 'head' | 'holds' | 'isBefore'
  >;
}
