/**
 * Joins parts so that no two different lists give the same bytes: each part is preceded by its length in
 * bytes (unsigned, 32 bits, big-endian). Text is UTF-8, whole numbers are their decimal digits. Used for what
 * is hashed, and for what a seal is bound to.
 */
export function lengthPrefixed(parts: readonly (string | number | Uint8Array)[]): Buffer {
  const buffers = parts.map((part) =>
    part instanceof Uint8Array ? part : Buffer.from(String(part), 'utf8'),
  );
  const joined = Buffer.allocUnsafe(buffers.reduce((sum, buffer) => sum + 4 + buffer.length, 0));
  let at = 0;
  for (const buffer of buffers) {
    at = joined.writeUInt32BE(buffer.length, at);
    joined.set(buffer, at);
    at += buffer.length;
  }
  return joined;
}
