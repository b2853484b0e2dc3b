/** Versions of the key stand below the layout in the version of an index, so that either makes it anew. */
const KEY_VERSIONS = 10_000;

/** @param layout raised when what is indexed changes; at most 200 000 @param keyVersion at most 9 999 */
export const indexVersion = (layout: number, keyVersion: number): number =>
  layout * KEY_VERSIONS + keyVersion;

export const keyVersionOf = (version: number): number => version % KEY_VERSIONS;

/**
 * Under which an index may have entries: as it was made and, while it is made anew, as what comes is added to it.
 * @param made version of the index; undefined before it was ever made
 * @param own version of the key that this backend makes entries with
 */
export function keyVersionsIn(made: number | undefined, own: number): readonly number[] {
  const before = made === undefined ? own : keyVersionOf(made);
  return before < own ? [before, own] : [before];
}
