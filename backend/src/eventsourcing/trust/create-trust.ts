import type { AppendKeys } from './append-keys.js';
import { type AdoptedEvents, Authenticator, NOTHING_ADOPTED, type UntrustedPlace } from './authenticate.js';
import { type Accepts, ClosedStreams } from './closed-streams.js';
import { TrustedLog } from './trusted-log.js';
import type { TrustedLogParts } from './trusted-log-parts.js';

export interface TrustParts {
  readonly store: TrustedLogParts['store'];
  readonly keys: AppendKeys;
  readonly adopted?: AdoptedEvents;
  readonly isOwnStream?: (stream: string) => boolean;
  /** Called once for each place at which a stream is found closed. */
  readonly found?: (stream: string, place: UntrustedPlace) => void;
  /** True if the operator accepted another event at this place. By default no place is accepted. */
  readonly accepts?: Accepts;
  /** Returns the first revision that does not count because the operator ended the stream before it. */
  readonly endOf?: (stream: string) => number | undefined;
  /** True if the records about the stream are closed, so that nobody knows whether the operator ended it. */
  readonly areRecordsClosed?: (stream: string) => boolean;
  readonly endOfTrust?: TrustedLogParts['endOfTrust'];
  /** Called when a stream that was found closed is found whole. */
  readonly opened?: (stream: string) => void;
}

/** The parts that a process needs to write events that are believed, and to believe only such events. */
export interface Trust {
  readonly keys: AppendKeys;
  readonly authenticator: Authenticator;
  readonly adopted: AdoptedEvents;
  readonly closed: ClosedStreams;
  readonly log: TrustedLog;
}

export function createTrust({
  store,
  keys,
  adopted = NOTHING_ADOPTED,
  isOwnStream,
  found,
  accepts,
  endOf,
  areRecordsClosed,
  endOfTrust,
  opened,
}: TrustParts): Trust {
  const authenticator = new Authenticator(keys, adopted, async (stream, revision) => {
    const [event] = await store.readStream(stream, { from: revision, limit: 1 });
    return event;
  });
  const closed = new ClosedStreams({ found, opened }, accepts, endOf, areRecordsClosed);
  const log = new TrustedLog({
    store,
    authenticator,
    closed,
    ...(isOwnStream && { isOwnStream }),
    ...(endOfTrust && { endOfTrust }),
  });
  return { keys, authenticator, adopted, closed, log };
}
