import { hkdfSync } from 'node:crypto';
import { hashBehind, lengthPrefixed, type Part } from './length-prefixed.js';
import { sha256 } from './sha256.js';

const KEY_BYTES = 32;
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** The constants of HMAC (RFC 2104). */
const [INNER, OUTER] = [0x36, 0x5c];

/** A key for HMAC-SHA-256 of lists that begin alike. */
export interface HmacKey {
  /** The block that HMAC puts before its first message, and the joined parts that each list begins with. */
  readonly inner: Buffer;
  /** The block that HMAC puts before its second message. */
  readonly outer: Buffer;
}

/** Derives 32 bytes for one purpose from a secret (HKDF-SHA-256). */
export const derivedFrom = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES));

/**
 * Derives the key for one purpose from a secret. A key for one purpose is worth nothing for another.
 * @param begin the parts that each list begins with
 */
export function keyFor(secret: Uint8Array, purpose: string, begin: readonly Part[] = []): HmacKey {
  const key = Buffer.concat([derivedFrom(secret, purpose)], BLOCK_BYTES);
  const under = (constant: number): Buffer => Buffer.from(key.map((byte) => byte ^ constant));
  return { inner: Buffer.concat([under(INNER), lengthPrefixed(begin)]), outer: under(OUTER) };
}

/**
 * The second message: its block, and the hash of the first message. Valid only within one synchronous step.
 */
const second = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

/**
 * Returns the HMAC-SHA-256 of the joined parts (length-prefixed.ts). Made of two hashes, because Node's HMAC
 * object takes almost three times as long for a message of this size.
 * @param parts the parts of the list behind those that the key has already
 */
export function hmacOfParts({ inner, outer }: HmacKey, parts: readonly Part[]): Buffer {
  outer.copy(second);
  second.write(hashBehind(inner, parts), BLOCK_BYTES, 'binary');
  return sha256(second);
}
