/**
 * Factor of the layout in the version of an index: the key's version is the remainder, so a change of either
 * rebuilds the index.
 */
const KEY_VERSIONS = 10_000;

/** @param layout raised when the indexed content changes; at most 200 000 @param keyVersion at most 9 999 */
export const indexVersion = (layout: number, keyVersion: number): number =>
  layout * KEY_VERSIONS + keyVersion;

export const keyVersionOf = (version: number): number => version % KEY_VERSIONS;

/**
 * Key versions under which an index may have entries: that of the index and, during a rebuild, that of new
 * rows.
 * @param made version of the index; undefined before it was first built
 * @param own version of the key with which this backend makes entries
 */
export function keyVersionsIn(made: number | undefined, own: number): readonly number[] {
  const before = made === undefined ? own : keyVersionOf(made);
  return before < own ? [before, own] : [before];
}
