/**
 * The version of an index is `layout × KEY_VERSIONS + keyVersion`. A new layout or a new key version
 * therefore changes the version of the index, and the index is rebuilt.
 */
const KEY_VERSIONS = 10_000;

/**
 * @param layout at most 200 000; raise it when the indexed content changes
 * @param keyVersion at most 9 999
 */
export const indexVersion = (layout: number, keyVersion: number): number =>
  layout * KEY_VERSIONS + keyVersion;

export const keyVersionOf = (version: number): number => version % KEY_VERSIONS;

/**
 * Returns the versions of the keys with which entries of the index may have been made. These are the key
 * version of the index and, during a rebuild, also the key version of new rows.
 * @param made version of the index; undefined before it was first built
 * @param own version of the key with which this backend makes entries
 */
export function keyVersionsIn(made: number | undefined, own: number): readonly number[] {
  const before = made === undefined ? own : keyVersionOf(made);
  return before < own ? [before, own] : [before];
}
