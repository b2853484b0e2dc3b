/**
 * Bytes that are read in parts. A verifier can refuse a file because of its last bytes, without reading the
 * whole file.
 */
export interface ByteSource {
  readonly length: number;
  /** Returns the bytes from `from` (inclusive) to `to` (exclusive). Both must be within the source. */
  read(from: number, to: number): Buffer;
}

export const sourceOf = (bytes: Buffer | ByteSource): ByteSource =>
  Buffer.isBuffer(bytes) ? { length: bytes.length, read: (from, to) => bytes.subarray(from, to) } : bytes;

/** Number of bytes that the search reads at a time. */
const WINDOW = 65_536;

/** Returns the offset of the last occurrence of these bytes in the source; -1 if they do not occur. */
export function lastPlaceOf(wanted: Buffer, source: ByteSource): number {
  for (let to = source.length; to >= wanted.length; to -= WINDOW) {
    const from = Math.max(0, to - WINDOW - wanted.length + 1);
    const found = source.read(from, to).lastIndexOf(wanted);
    if (found >= 0) return from + found;
  }
  return -1;
}
