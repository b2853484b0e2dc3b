import { createHmac, hkdfSync, type KeyObject, createSecretKey } from 'node:crypto';
import { type Part, withLengthPrefixed } from './length-prefixed.js';

const KEY_BYTES = 32;

/**
 * Derives the key for one purpose from a secret (HKDF-SHA-256). A key for one purpose is worth nothing for
 * another.
 */
export const keyFor = (secret: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES)));

/** Returns the HMAC-SHA-256 of the joined parts (length-prefixed.ts). */
export const hmacOfParts = (key: KeyObject, parts: readonly Part[]): Buffer =>
  withLengthPrefixed(parts, (joined) => createHmac('sha256', key).update(joined).digest());
