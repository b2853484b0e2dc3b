/**
 * Shortens a hash to a form such as `9f3a·c41e·07b2`. This is long enough for people to compare two hashes.
 */
export function shortHash(hash: string): string {
  return [hash.slice(0, 4), hash.slice(4, 8), hash.slice(8, 12)].join('·');
}
