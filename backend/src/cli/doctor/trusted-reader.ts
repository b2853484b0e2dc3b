import type { Pool } from 'pg';
import { logTrustOf } from '../../app/log-trust.js';
import { isOwnStream } from '../../app/streams.js';
import type { StoredLog } from '../../eventsourcing/event-store/event-store.js';
import type { Adoption } from '../../eventsourcing/trust/adoption.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { ClosedStreams } from '../../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { AdoptedLeaves } from '../../proof/adopted-leaves.js';
import type { Context } from './context.js';

/** Name of the check that every check of authenticated events needs. */
export const LOG_KEYS = 'log keys';
/** Said by a check of the log that there is nothing to check yet. */
export const NO_LOG = 'Not tried, because the log has no event yet.';

/** The keys of the log, and a reader that authenticates with them. */
export interface DoctorTrust {
  readonly keys: AppendKeys;
  /** The statement in LOG_ADOPTED. */
  readonly adoption: Adoption | undefined;
  readonly authenticator: Authenticator;
  readonly log: TrustedReader;
}

/**
 * @param pool the database with the leaves of adopted events
 * @throws Error if there is no APPEND_KEY
 * @throws AdoptionInvalid, NewestKeyRetired
 */
export function trustOf(
  { secrets }: Pick<Context, 'secrets'>,
  store: Pick<StoredLog, 'readStream' | 'readAll'>,
  pool: Pool,
): DoctorTrust {
  if (secrets.appendKeys === undefined) throw new Error('there is no APPEND_KEY');
  const { keys, adoption } = logTrustOf(secrets.appendKeys, secrets.logAdopted);
  const authenticator = new Authenticator(keys, adoption && new AdoptedLeaves(pool, adoption));
  return {
    keys,
    adoption,
    authenticator,
    log: new TrustedReader({ store, authenticator, closed: new ClosedStreams(), isOwnStream }),
  };
}
