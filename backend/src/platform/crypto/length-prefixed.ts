import { scratchBuffer, UTF8_BYTES_MAX } from '../bytes/scratch.js';
import { sha256Hex } from './sha256.js';

export type Part = string | number | Uint8Array;

const LENGTH_BYTES = 4;
/** Maximum number of characters in the decimal form of a number. */
const DIGITS = 25;

/**
 * Joins the parts of a list so that the bytes also show where each part ends. `['ab', 'c']` and `['a', 'bc']`
 * therefore give different bytes. Each part is preceded by its length in bytes (unsigned, 32 bits,
 * big-endian). Text is encoded as UTF-8, and whole numbers as their decimal digits. Callers hash the result,
 * or bind a seal to it as context.
 */
export const lengthPrefixed = (parts: readonly Part[]): Buffer => Buffer.from(written(parts));

/** Returns the SHA-256 of the joined parts, in hexadecimal. */
export const sha256OfParts = (parts: readonly Part[]): string => sha256Hex(written(parts));

/** Calls `use` with the joined parts, which are valid only during this call. */
export const withLengthPrefixed = <Result>(
  parts: readonly Part[],
  use: (joined: Uint8Array) => Result,
): Result => use(written(parts));

/** Returns the joined parts. The result is valid until the next call. */
function written(parts: readonly Part[]): Buffer {
  let most = 0;
  for (const part of parts) most += LENGTH_BYTES + mostBytesOf(part);
  const joined = scratchBuffer(most);
  let at = 0;
  for (const part of parts) {
    const from = at + LENGTH_BYTES;
    const length = put(joined, from, part);
    joined.writeUInt32BE(length, at);
    at = from + length;
  }
  return joined.subarray(0, at);
}

const mostBytesOf = (part: Part): number =>
  typeof part === 'string' ? UTF8_BYTES_MAX * part.length : typeof part === 'number' ? DIGITS : part.length;

function put(joined: Buffer, from: number, part: Part): number {
  if (part instanceof Uint8Array) {
    joined.set(part, from);
    return part.length;
  }
  return joined.write(String(part), from);
}
