import { ownMember } from '@siegel/contracts/own-members';

/**
 * Check values of a backend's secrets, by the names of their variables. The first check value of each secret
 * belongs to the value in use. The other check values belong to values that are also accepted.
 */
export type KnownSecrets = Readonly<Record<string, readonly string[]>>;

/** The secrets of one backend. */
export interface SharedSecrets {
  readonly known: KnownSecrets;
  /** Names of secrets that may temporarily differ from those of other backends. */
  readonly changing: readonly string[];
}

/**
 * Returns the names of the secrets for which one backend uses a value that the other backend does not know. A
 * secret that only one backend lists is not compared, because the backends may have different versions
 * (rule:same-secrets-everywhere).
 */
export function differences(one: SharedSecrets, other: SharedSecrets): string[] {
  return Object.entries(one.known)
    .filter(([name, mine]) => {
      const theirs = ownMember(other.known, name);
      return theirs !== undefined && !(uses(mine, theirs) && uses(theirs, mine));
    })
    .map(([name]) => name);
}

/**
 * Returns the names from `differences`, except secrets that one of the two backends announces as changing.
 */
export function forbiddenDifferences(one: SharedSecrets, other: SharedSecrets): string[] {
  const allowed = new Set([...one.changing, ...other.changing]);
  return differences(one, other).filter((name) => !allowed.has(name));
}

/** True if the second backend knows the value that the first one uses. */
const uses = ([used]: readonly string[], known: readonly string[]): boolean =>
  used !== undefined && known.includes(used);
