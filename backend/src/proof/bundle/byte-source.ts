/**
 * Bytes that are read in parts. A file that is refused because of its end therefore need not be read
 * completely.
 */
export interface ByteSource {
  readonly length: number;
  /** Returns the bytes from `from` up to but excluding `to`, which lie within the source. */
  read(from: number, to: number): Buffer;
}

export const sourceOf = (bytes: Buffer | ByteSource): ByteSource =>
  Buffer.isBuffer(bytes) ? { length: bytes.length, read: (from, to) => bytes.subarray(from, to) } : bytes;

/** Bytes that are read at once while searching. */
const WINDOW = 65_536;

/** Returns the last place of these bytes in the source; -1 if they do not occur. */
export function lastPlaceOf(wanted: Buffer, source: ByteSource): number {
  for (let to = source.length; to >= wanted.length; to -= WINDOW) {
    const from = Math.max(0, to - WINDOW - wanted.length + 1);
    const found = source.read(from, to).lastIndexOf(wanted);
    if (found >= 0) return from + found;
  }
  return -1;
}
