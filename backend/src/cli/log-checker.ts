import type { Pool } from 'pg';
import { readLogSecrets } from '../app/secrets.js';
import { acceptedBy, type Adoption, AdoptionInvalid, decodeAdoption } from '../eventsourcing/trust/adoption.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { Authenticator, type EventChecker } from '../eventsourcing/trust/authenticate.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { environmentOfThisProcess } from '../platform/config/process-environment.js';
import { UsageError } from '../platform/errors/operator-error.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';

export interface LogChecker {
  /** Undefined without APPEND_KEY: then only hashes and links can be checked. */
  readonly checker: EventChecker | undefined;
  readonly isAccepted: Accepts;
}

/**
 * Returns the checker for a log by the keys that this process finds. A command that only reads can do without
 * keys. Makes no key. @throws UsageError for unusable keys
 */
export async function logCheckerOf(pool: Pool): Promise<LogChecker> {
  const { config, env } = environmentOfThisProcess();
  const { appendKeys, logAdopted } = await readLogSecrets(config, env);
  if (appendKeys === undefined) return { checker: undefined, isAccepted: () => false };
  const keys = new AppendKeys(appendKeys.log, appendKeys.keys);
  const adoption = logAdopted === undefined ? undefined : adoptionIn(logAdopted, keys);
  const adopted = adoption && new AdoptedLeaves(pool, adoption);
  return { checker: new Authenticator(keys, adopted), isAccepted: acceptedBy(adoption) };
}

function adoptionIn(text: string, keys: AppendKeys): Adoption {
  try {
    return decodeAdoption(text, keys);
  } catch (error) {
    if (error instanceof AdoptionInvalid) throw new UsageError(error.message);
    throw error;
  }
}
