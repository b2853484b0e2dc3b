import type { Pool } from 'pg';
import { logTrustOf } from '../app/log-trust.js';
import { readLogSecrets } from '../app/secrets.js';
import { acceptedBy } from '../eventsourcing/trust/adoption.js';
import { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { type Accepts, ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import { acceptedIn, knownIn } from '../closed-streams/accepted-findings.js';
import { storedRecords } from '../closed-streams/stored-records.js';
import { isOwnStream } from '../app/streams.js';
import { environmentOfThisProcess } from '../platform/config/process-environment.js';
import { FilledAgain } from '../proof/filled-again.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';
import { LeafSeals } from '../proof/leaf-seals.js';
import type { LeafNames } from '../proof/leaves.js';

export interface LogChecker {
  /** Undefined without APPEND_KEY: then only hashes and links can be checked. */
  readonly checker: Authenticator | undefined;
  /** Undefined without APPEND_KEY: then nobody can tell whether leaves were renamed. */
  readonly names: LeafNames | undefined;
  readonly isAccepted: Accepts;
}

/**
 * Returns the checker for a log by the keys that this process finds. A command that only reads can do without
 * keys. Makes no key. @throws AdoptionInvalid, NewestKeyRetired, ConfigInvalid
 */
export async function logCheckerOf(
  pool: Pool,
  store: Pick<StoredLog, 'readStream' | 'readAll'>,
): Promise<LogChecker> {
  const { config, env } = environmentOfThisProcess();
  const { appendKeys, logAdopted } = await readLogSecrets(config, env);
  if (appendKeys === undefined) return { checker: undefined, names: undefined, isAccepted: () => false };
  const { keys, adoption } = logTrustOf(appendKeys, logAdopted);
  const adopted = adoption && new AdoptedLeaves(pool, adoption);
  const authenticator = new Authenticator(keys, adopted);
  const log = new TrustedReader({ store, authenticator, closed: new ClosedStreams(), isOwnStream });
  const records = await storedRecords(log);
  const names = new LeafSeals(keys);
  const accepted = acceptedBy(adoption, await FilledAgain.over(pool, names, adoption?.accepted));
  const isAccepted = knownIn(
    acceptedIn(accepted, () => records),
    () => records,
  );
  return { checker: authenticator, names, isAccepted };
}
