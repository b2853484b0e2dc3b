/** What the database holds of a secret that it was written with. */
export interface StoredCheck {
  readonly value: string;
  readonly retired: boolean;
}

/**
 * What a secret is to a database. `first`: the first of its kind; `known`; `successor`: new, beside one that is
 * known; `another`: it does not belong here; `half`: keys may still be wrapped by one that is not given.
 */
export type Standing = 'first' | 'known' | 'successor' | 'another' | 'half';

/**
 * Whether a process that has these may start (rule:wrong-keys-stop-the-start).
 * @param known check values of the secret that it uses, and of those that it knows beside it
 * @param inAll whether all that were not retired must be known: something is still sealed under each
 */
export function standingOf(
  [own, ...beside]: readonly string[],
  stored: readonly StoredCheck[],
  inAll: boolean,
): Standing {
  if (stored.length === 0) return 'first';
  const accepted = stored.filter(({ retired }) => !retired).map(({ value }) => value);
  const isRetired = stored.some(({ value, retired }) => retired && value === own);
  if (own === undefined || isRetired || ![own, ...beside].some((value) => accepted.includes(value)))
    return 'another';
  if (inAll && accepted.some((value) => value !== own && !beside.includes(value))) return 'half';
  return accepted.includes(own) ? 'known' : 'successor';
}
