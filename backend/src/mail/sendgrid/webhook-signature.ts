import { type KeyObject, verify } from 'node:crypto';

/** Largest accepted difference between a call's timestamp and our clock, in milliseconds. */
const TOLERANCE_MS = 600_000;

export interface Signed {
  /** The signature in DER, encoded as Base64. */
  readonly signature: string;
  /** Seconds since 1970, exactly as signed. */
  readonly timestamp: string;
  /** The bytes as they were received. */
  readonly body: Uint8Array;
}

const isFresh = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= TOLERANCE_MS;

/**
 * True if SendGrid signed this call recently (ECDSA over SHA-256 of time and body). An old call that somebody
 * recorded cannot be replayed (rule:reports-are-signed).
 */
export function isSigned({ signature, timestamp, body }: Signed, key: KeyObject, now: Date): boolean {
  if (!isFresh(timestamp, now)) return false;
  return verify(
    'sha256',
    Buffer.concat([Buffer.from(timestamp, 'ascii'), body]),
    { key, dsaEncoding: 'der' },
    Buffer.from(signature, 'base64'),
  );
}
