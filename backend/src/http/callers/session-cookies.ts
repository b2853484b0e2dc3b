import { LRUCache } from 'lru-cache';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { type ClaimedRow, readClaim, rowOf, type SessionClaim } from './session-claim.js';

/** More cookies than a service has sessions at a time. */
const KEPT = 500;

/** What a cookie proves by itself: it says nothing of whether its session lives, and nobody can make the cookie of it. */
export interface ProvenCookie {
  readonly claim: Omit<SessionClaim, 'secret'>;
  /** The session's row as it was written; its id is the session's. */
  readonly row: ClaimedRow;
}

/**
 * Reads the cookies of sessions. Signature, id and row of one are keyed hashes, the same at each call: they are computed
 * at the first one and kept, by a hash of the cookie. Only what the service signed is kept. Whether its session lives is
 * asked of the stream all the same (rule:sessions-end).
 */
export class SessionCookies {
  readonly #kept = new LRUCache<string, ProvenCookie>({ max: KEPT });

  constructor(private readonly keyedHash: KeyedHash) {}

  /**
   * Undefined where the service did not sign it, or it is of another form.
   * @param signed the value that it was signed with, undefined where it was not
   */
  read(cookie: string, signed: () => string | undefined): ProvenCookie | undefined {
    const name = nameOf(cookie);
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const claim = readClaim(signed() ?? '');
    if (claim === undefined) return undefined;
    const { role, start, openedWith } = claim;
    const proven = { claim: { role, start, openedWith }, row: rowOf(this.keyedHash, claim) };
    this.#kept.set(name, proven);
    return proven;
  }

  /** Of one whose session is none, nothing stays in memory. */
  forget(cookie: string): void {
    this.#kept.delete(nameOf(cookie));
  }
}

const nameOf = (cookie: string): string => sha256Hex(Buffer.from(cookie));
