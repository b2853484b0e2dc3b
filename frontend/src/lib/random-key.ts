/**
 * Returns a random key. This function works in every context, whereas `randomUUID` exists only on secure
 * origins.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
