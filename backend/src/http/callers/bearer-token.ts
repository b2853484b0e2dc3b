import { createHash } from 'node:crypto';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the SHA-256 of a random token from a link, in hexadecimal; only this hash is stored. Returns
 * undefined for a text that cannot be a token.
 */
export const bearerTokenHash = (token: string): string | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : undefined;
