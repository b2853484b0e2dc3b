/** A check value that the database has for a secret. */
export interface StoredCheck {
  readonly value: string;
  readonly retired: boolean;
}

/**
 * Relation of a secret to a database:
 * - `first`: the database has no check value for the secret yet.
 * - `known`: the database knows the value in use.
 * - `successor`: the value in use is new, but the process also accepts a value that the database knows.
 * - `another`: the secret does not belong to this database, or the value in use was retired.
 * - `half`: keys may still be wrapped by a value that this process lacks.
 */
export type SecretStatus = 'first' | 'known' | 'successor' | 'another' | 'half';

/**
 * Decides whether a process with these values may start (rule:wrong-keys-stop-the-start).
 * @param known check values of the secret in use, and of the values that are also accepted
 * @param inAll true if the process must know all values that are not retired, because data may still be
 * sealed under each of them
 */
export function statusOfSecret(
  [own, ...beside]: readonly string[],
  stored: readonly StoredCheck[],
  inAll: boolean,
): SecretStatus {
  if (stored.length === 0) return 'first';
  const accepted = stored.filter(({ retired }) => !retired).map(({ value }) => value);
  const isRetired = stored.some(({ value, retired }) => retired && value === own);
  if (own === undefined || isRetired || ![own, ...beside].some((value) => accepted.includes(value)))
    return 'another';
  if (inAll && accepted.some((value) => value !== own && !beside.includes(value))) return 'half';
  return accepted.includes(own) ? 'known' : 'successor';
}
