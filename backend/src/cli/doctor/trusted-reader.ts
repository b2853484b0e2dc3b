import { isOwnStream } from '../../app/streams.js';
import type { StoredLog } from '../../eventsourcing/event-store/event-store.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { ClosedStreams } from '../../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import type { Context } from './context.js';

/** What a check needs to believe events: the keys of the log, and a reader that authenticates with them. */
export interface DoctorTrust {
  readonly keys: AppendKeys;
  readonly authenticator: Authenticator;
  readonly log: TrustedReader;
}

/** @throws Error if there is no APPEND_KEY */
export function trustOf(
  { secrets }: Pick<Context, 'secrets'>,
  store: Pick<StoredLog, 'readStream' | 'readAll'>,
): DoctorTrust {
  if (secrets.appendKeys === undefined) throw new Error('there is no APPEND_KEY');
  const keys = new AppendKeys(secrets.appendKeys.log, secrets.appendKeys.keys);
  const authenticator = new Authenticator(keys);
  return {
    keys,
    authenticator,
    log: new TrustedReader({ store, authenticator, closed: new ClosedStreams(), isOwnStream }),
  };
}
