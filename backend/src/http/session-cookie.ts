import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@siegel/contracts/enums';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';

const SECRET_BYTES = 32;
/** Names the form of what is hashed: another form is another session. */
const FORM = 'session/2';

/** What the cookie of a session carries, signed, and what its id is a keyed hash of (rule:sessions-end). */
export interface SessionClaim {
  /** 32 random bytes, base64url. */
  readonly secret: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** Keyed hash of the digest of the password that opened it. */
  readonly openedWith: string;
}

const CLAIM = /^([\w-]{43})\.(admin|auditor)\.(\d{13})\.([0-9a-f]{64})$/;
/** As the version before wrote it. */
const FORMER = /^[\w-]{43}$/;

export const newClaim = (role: Role, now: Date, openedWith: string): SessionClaim => ({
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
  role,
  start: now.getTime(),
  openedWith,
});

export const writeClaim = ({ secret, role, start, openedWith }: SessionClaim): string =>
  [secret, role, start, openedWith].join('.');

/** Undefined where it is of another form. */
export function readClaim(value: string): SessionClaim | undefined {
  const [, secret, role, start, openedWith] = CLAIM.exec(value) ?? [];
  return secret === undefined || openedWith === undefined
    ? undefined
    : { secret, role: role === 'admin' ? 'admin' : 'auditor', start: Number(start), openedWith };
}

/** The id: fit for logs and events. Without INDEX_KEY nobody finds one for another role, start or password. */
export const sessionIdOf = (keyedHash: KeyedHash, claim: SessionClaim): string =>
  keyedHash.of('session', JSON.stringify([FORM, writeClaim(claim)]));

/** The id of a session whose cookie the version before wrote; undefined where it is none. */
export const formerSessionId = (keyedHash: KeyedHash, value: string): string | undefined =>
  FORMER.test(value) ? keyedHash.of('session', value) : undefined;

/** What a password is recognised by in cookies and rows: its digest stays in memory. */
export const passwordMark = (keyedHash: KeyedHash, digest: string): string =>
  keyedHash.of('session', JSON.stringify([FORM, 'password', digest]));

export const isSameMark = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
