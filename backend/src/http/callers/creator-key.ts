import { randomBytes } from 'node:crypto';
import { CREATOR_KEY_DAYS, DAY_MS } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface OfferedKey {
  readonly hash: string;
  readonly give: (reply: FastifyReply) => void;
}

/**
 * Identifies the browser that created an NDA (rule:creator-key) by a random 256-bit secret. The secret is in
 * a cookie that scripts cannot read. Events and rows contain only the secret's keyed hash.
 */
export class CreatorKey {
  readonly cookieName: string;
  readonly #https: boolean;
  readonly #keyedHash: KeyedHash;

  constructor(keyedHash: KeyedHash, options: { https: boolean }) {
    this.#keyedHash = keyedHash;
    this.#https = options.https;
    this.cookieName = options.https ? '__Host-device' : 'device';
  }

  /**
   * Returns the keyed hash of this browser's secret. Sets the cookie for another 90 days, with a new secret
   * if the browser has none. A new secret is derived from `seed` if there is a seed, and is random otherwise.
   * With the same seed, a request that is repeated after a lost response gets the same secret again.
   */
  ensure(request: FastifyRequest, reply: FastifyReply, seed?: string): string {
    const { hash, give } = this.offer(request, seed);
    give(reply);
    return hash;
  }

  /**
   * Like `ensure`, but for a call that may still be refused. The cookie is only set when `give` is called.
   */
  offer(request: FastifyRequest, seed?: string): OfferedKey {
    const secret =
      this.#secretOf(request) ??
      (seed === undefined ? randomBytes(SECRET_BYTES) : this.#derived(seed)).toString('base64url');
    return {
      hash: this.#keyedHash.of('capability', secret),
      give: (reply) => this.#set(reply, secret),
    };
  }

  /** Returns the keyed hash of this browser's secret; undefined for a browser that never created anything. */
  hashOf(request: FastifyRequest): string | undefined {
    const secret = this.#secretOf(request);
    return secret === undefined ? undefined : this.#keyedHash.of('capability', secret);
  }

  /** Deletes the cookie. This is the browser's side of 'Forget this device'. */
  forget(reply: FastifyReply): void {
    reply.clearCookie(this.cookieName, { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#https });
  }

  #derived(seed: string): Buffer {
    return Buffer.from(this.#keyedHash.of('capability', `seed:${seed}`), 'hex');
  }

  #secretOf(request: FastifyRequest): string | undefined {
    const value = ownMember(request.cookies, this.cookieName);
    return value !== undefined && SECRET.test(value) ? value : undefined;
  }

  #set(reply: FastifyReply, secret: string): void {
    reply.setCookie(this.cookieName, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#https,
      maxAge: (CREATOR_KEY_DAYS * DAY_MS) / 1000,
    });
  }
}
