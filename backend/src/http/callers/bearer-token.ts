import { createHash } from 'node:crypto';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * SHA-256 of a random token from a link, hexadecimal; only this hash is stored. Undefined for a text that
 * cannot be a token.
 */
export const bearerTokenHash = (token: string): string | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : undefined;
