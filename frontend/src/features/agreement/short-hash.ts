/** Shortens a hash to `9f3a·c41e·07b2`, which suffices for people to compare. */
export function shortHash(hash: string): string {
  return [hash.slice(0, 4), hash.slice(4, 8), hash.slice(8, 12)].join('·');
}
