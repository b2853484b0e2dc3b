/**
 * The version of an index is `layout × KEY_VERSIONS + keyVersion`, so the index is rebuilt if the layout or
 * the key version changes.
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
 * Returns the key versions under which an index may have entries: the key version of the index and, during a
 * rebuild, the key version of new rows.
 * @param made version of the index; undefined before it was first built
 * @param own version of the key with which this backend makes entries
 */
export function keyVersionsIn(made: number | undefined, own: number): readonly number[] {
  const before = made === undefined ? own : keyVersionOf(made);
  return before < own ? [before, own] : [before];
}
