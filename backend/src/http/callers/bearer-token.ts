import { createHash } from 'node:crypto';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * SHA-256 of a random token as it stands in a link, hexadecimal: all that is kept of it. Undefined for what
 * cannot be one.
 */
export const bearerTokenHash = (token: string): string | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : undefined;
