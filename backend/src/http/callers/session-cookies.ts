import { LRUCache } from 'lru-cache';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { type ClaimedRow, readClaim, rowOf, type SessionClaim } from './session-claim.js';

/** Largest number of cookies in the cache. A service has fewer sessions than this at a time. */
const KEPT = 500;

/**
 * The data that a signed cookie proves without a query. This data does not show whether the session is alive.
 * The cookie cannot be reconstructed from this data.
 */
export interface ProvenCookie {
  readonly claim: Omit<SessionClaim, 'secret'>;
  /** The session's row as it was inserted at the login. `row.id` is the session's id. */
  readonly row: ClaimedRow;
}

/**
 * Reads session cookies. The signature, the session id and the row of a cookie are keyed hashes that never
 * change. They are computed when a cookie is first read, and cached under a hash of the cookie. Only cookies
 * that the service signed are cached. The cache does not say whether a session is alive. The session's stream
 * decides that at each request (rule:sessions-end).
 */
export class SessionCookies {
  readonly #kept = new LRUCache<string, ProvenCookie>({ max: KEPT });

  constructor(private readonly keyedHash: KeyedHash) {}

  /**
   * Returns the data that the cookie proves. Returns undefined if the service did not sign the cookie or if
   * the cookie has another format.
   * @param signed returns the signed value, or undefined if the signature is wrong
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

  /** Removes the cookie of an ended session from the cache. */
  forget(cookie: string): void {
    this.#kept.delete(nameOf(cookie));
  }
}

const nameOf = (cookie: string): string => sha256Hex(Buffer.from(cookie));
