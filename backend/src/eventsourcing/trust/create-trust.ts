import type { AppendKeys } from './append-keys.js';
import { type AdoptedEvents, Authenticator, NOTHING_ADOPTED, type UntrustedPlace } from './authenticate.js';
import { ClosedStreams } from './closed-streams.js';
import { TrustedLog, type TrustedLogParts } from './trusted-log.js';

export interface TrustParts {
  readonly store: TrustedLogParts['store'];
  readonly keys: AppendKeys;
  readonly adopted?: AdoptedEvents;
  readonly isOwnStream?: (stream: string) => boolean;
  /** Called once for each place at which a stream is found closed. */
  readonly found?: (stream: string, place: UntrustedPlace) => void;
}

/** What a process needs to write events that are believed, and to believe only such events. */
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
}: TrustParts): Trust {
  const authenticator = new Authenticator(keys, adopted);
  const closed = new ClosedStreams(found);
  const log = new TrustedLog({ store, authenticator, closed, ...(isOwnStream && { isOwnStream }) });
  return { keys, authenticator, adopted, closed, log };
}
