/**
 * Formats a fingerprint as certificate viewers do: `9F:3A:C4:…`.
 * @param hash hexadecimal
 */
export function fingerprint(hash: string): { short: string; full: string } {
  const bytes = hash.toUpperCase().match(/../g) ?? [];
  return { short: `${bytes.slice(0, 4).join(':')} … ${bytes.slice(-4).join(':')}`, full: bytes.join(':') };
}
