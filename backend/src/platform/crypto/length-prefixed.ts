import { hash } from 'node:crypto';
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

/**
 * Returns the SHA-256 of these bytes and of the joined parts behind them, as a string of bytes (Node's
 * encoding `binary`).
 * @param before bytes that get no length
 */
export const hashBehind = (before: Uint8Array, parts: readonly Part[]): string =>
  hash('sha256', written(parts, before), 'binary');

const NOTHING: Uint8Array = new Uint8Array(0);

/** Returns the joined parts behind some bytes. The result is valid until the next call. */
function written(parts: readonly Part[], before: Uint8Array = NOTHING): Buffer {
  let most = before.length;
  for (const part of parts) most += LENGTH_BYTES + mostBytesOf(part);
  const joined = scratchBuffer(most);
  joined.set(before);
  let at = before.length;
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
