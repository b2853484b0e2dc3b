import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@siegel/contracts/enums';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';

const SECRET_BYTES = 32;
/**
 * Format of the text that is hashed to get a session's id. If FORMAT changes, the ids of all sessions change.
 */
const FORMAT = 'session/2';

/**
 * The signed content of a session's cookie. The session's id is a keyed hash of this content
 * (rule:sessions-end).
 */
export interface SessionClaim {
  /** 32 random bytes, base64url. */
  readonly secret: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** The mark of the password that opened the session (`passwordMark`). */
  readonly openedWith: string;
}

const CLAIM = /^([\w-]{43})\.(admin|auditor)\.(\d{13})\.([0-9a-f]{64})$/;
/** The format of the cookie in the previous version. */
const FORMER_FORMAT = /^[\w-]{43}$/;

export const newClaim = (role: Role, now: Date, openedWith: string): SessionClaim => ({
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
  role,
  start: now.getTime(),
  openedWith,
});

export const writeClaim = ({ secret, role, start, openedWith }: SessionClaim): string =>
  [secret, role, start, openedWith].join('.');

/** Parses the signed value of a session cookie. Returns undefined if the value has another format. */
export function readClaim(value: string): SessionClaim | undefined {
  const [, secret, role, start, openedWith] = CLAIM.exec(value) ?? [];
  return secret === undefined || openedWith === undefined
    ? undefined
    : { secret, role: role === 'admin' ? 'admin' : 'auditor', start: Number(start), openedWith };
}

/**
 * Returns the id of the session, which is safe for logs and events. The id is a keyed hash of the whole
 * claim. So without INDEX_KEY nobody can compute an id for another role, start or password.
 */
export const sessionIdOf = (keyedHash: KeyedHash, claim: SessionClaim): string =>
  keyedHash.of('session', JSON.stringify([FORMAT, writeClaim(claim)]));

/**
 * Returns the id of a session whose cookie was written by the previous version; undefined for other values.
 */
export const formerSessionId = (keyedHash: KeyedHash, value: string): string | undefined =>
  FORMER_FORMAT.test(value) ? keyedHash.of('session', value) : undefined;

/**
 * Returns the mark that identifies a password in cookies and rows. The mark is a keyed hash of the password's
 * digest, so the digest itself never leaves the memory of the process.
 */
export const passwordMark = (keyedHash: KeyedHash, digest: string): string =>
  keyedHash.of('session', JSON.stringify([FORMAT, 'password', digest]));

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const isMarkedAs = ({ openedWith }: Pick<SessionClaim, 'openedWith'>, mark: string): boolean =>
  isSame(openedWith, mark);

/** The columns of a session's row whose values follow from the session's cookie. */
export interface ClaimedRow {
  readonly id: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly openedWith: string;
}

const proofOf = (
  keyedHash: KeyedHash,
  { id, role, createdAt }: Omit<ClaimedRow, 'openedWith'>,
  mark: string,
) => keyedHash.of('session', JSON.stringify([FORMAT, 'row', id, role, createdAt.getTime(), mark]));

/**
 * Returns the row of a session. `openedWith` in the row consists of the mark of the password that opened the
 * session and a proof over the row. If the proof is wrong, somebody without the key has changed the row.
 */
export function rowOf(keyedHash: KeyedHash, claim: SessionClaim): ClaimedRow {
  const row = { id: sessionIdOf(keyedHash, claim), role: claim.role, createdAt: new Date(claim.start) };
  return { ...row, openedWith: `${claim.openedWith}.${proofOf(keyedHash, row, claim.openedWith)}` };
}

/**
 * Returns the mark of the password that opened the session of this row; undefined if the proof in the row is
 * wrong.
 */
export function provenMark(keyedHash: KeyedHash, row: ClaimedRow): string | undefined {
  const [mark = '', proof = ''] = row.openedWith.split('.');
  return isSame(proof, proofOf(keyedHash, row, mark)) ? mark : undefined;
}
