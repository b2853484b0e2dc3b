import { type Adoption, decodeAdoption } from '../eventsourcing/trust/adoption.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import type { AppendSecret } from './append-secret.js';

/** The keys and the statement in the secrets that decide whose events are believed. */
export interface LogTrust {
  readonly keys: AppendKeys;
  /** The statement in LOG_ADOPTED. Undefined if the log was never adopted. */
  readonly adoption: Adoption | undefined;
}

/**
 * Returns the keys of the log without those that LOG_ADOPTED retires (rule:log-is-adopted).
 * @throws AdoptionInvalid, NewestKeyRetired
 */
export function logTrustOf({ log, keys }: AppendSecret, logAdopted: string | undefined): LogTrust {
  const all = new AppendKeys(log, keys);
  if (logAdopted === undefined) return { keys: all, adoption: undefined };
  const adoption = decodeAdoption(logAdopted, all);
  return { keys: new AppendKeys(log, keys, adoption.retired), adoption };
}
