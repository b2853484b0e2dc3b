/**
 * By the names of their variables, what the secrets of a backend are recognised by. The first of each is the one
 * that it uses, the others it knows beside it.
 */
export type KnownSecrets = Readonly<Record<string, readonly string[]>>;

/** Of one backend. */
export interface SharedSecrets {
  readonly known: KnownSecrets;
  /** Names of secrets that may differ from those of other backends for now. */
  readonly changing: readonly string[];
}

/**
 * The names of the secrets in which two backends do not fit: one of them uses what the other does not know. Of a
 * secret that one of them, being of another version, says nothing of there is nothing to compare
 * (rule:same-secrets-everywhere).
 */
export function differences(one: SharedSecrets, other: SharedSecrets): string[] {
  return Object.entries(one.known)
    .filter(([name, mine]) => {
      const theirs = other.known[name];
      return theirs !== undefined && !(uses(mine, theirs) && uses(theirs, mine));
    })
    .map(([name]) => name);
}

/** The same without what one of the two may have different for now. */
export function forbiddenDifferences(one: SharedSecrets, other: SharedSecrets): string[] {
  const allowed = new Set([...one.changing, ...other.changing]);
  return differences(one, other).filter((name) => !allowed.has(name));
}

/** Whether what the first uses is known to the second. */
const uses = ([used]: readonly string[], known: readonly string[]): boolean =>
  used !== undefined && known.includes(used);
