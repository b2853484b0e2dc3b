import { randomBytes, timingSafeEqual } from 'node:crypto';
import { CREATOR_KEY_DAYS, DAY_MS } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';

/** A secret consists of random bytes followed by bytes that prove that the service made it. */
const RANDOM_BYTES = 24;
const PROOF_BYTES = 8;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface OfferedKey {
  readonly hash: string;
  readonly give: (reply: FastifyReply) => void;
}

/**
 * Identifies the browser that created an NDA (rule:creator-key) by a secret of 256 bits. The secret is in a
 * cookie that scripts cannot read. Events and rows contain only a keyed hash of the secret.
 *
 * The last 64 bits of a secret are a MAC of its random part. They prove that the service made the secret. A
 * secret without this proof comes from an earlier version or from somebody else. It still gives access to the
 * NDAs that were created with it. When the browser creates its next NDA, the service gives it a new secret
 * and moves the old secret into a second cookie. So if somebody else chose the old secret, that person cannot
 * read the NDAs that the browser creates with the new secret.
 */
export class CreatorKey {
  readonly cookieName: string;
  readonly #formerName: string;
  readonly #https: boolean;
  readonly #keyedHash: KeyedHash;

  constructor(keyedHash: KeyedHash, options: { https: boolean }) {
    this.#keyedHash = keyedHash;
    this.#https = options.https;
    this.cookieName = options.https ? '__Host-device' : 'device';
    this.#formerName = `${this.cookieName}-before`;
  }

  /**
   * Returns the keyed hash of the secret with which this browser creates NDAs. Sets the cookie for another 90
   * days. If the browser has no secret that the service made, the cookie gets a new secret. The new secret is
   * derived from `seed`, or is random if there is no seed. If a response is lost and the request is repeated
   * with the same seed, the browser gets the same secret again.
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
    const sent = this.#secretIn(request, this.cookieName);
    const isOurs = sent !== undefined && this.#isOurs(sent);
    const secret = isOurs ? sent : this.#newSecret(seed);
    const former = isOurs || sent === undefined ? this.#secretIn(request, this.#formerName) : sent;
    return {
      hash: this.#hashOf(secret),
      give: (reply) => {
        this.#set(reply, this.cookieName, secret);
        if (former !== undefined) this.#set(reply, this.#formerName, former);
      },
    };
  }

  /**
   * Returns the keyed hashes of this browser's secrets: the secret with which the browser creates NDAs, and
   * the former secret that the service replaced. Returns none for a browser that never created anything.
   */
  hashesOf(request: FastifyRequest): readonly string[] {
    return [this.cookieName, this.#formerName]
      .map((name) => this.#secretIn(request, name))
      .filter((secret) => secret !== undefined)
      .map((secret) => this.#hashOf(secret));
  }

  /** Deletes the cookies. This is the browser's side of 'Forget this device'. */
  forget(request: FastifyRequest, reply: FastifyReply): void {
    const hasFormer = this.#secretIn(request, this.#formerName) !== undefined;
    for (const name of [this.cookieName, ...(hasFormer ? [this.#formerName] : [])])
      reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#https });
  }

  #newSecret(seed: string | undefined): string {
    const random = seed === undefined ? randomBytes(RANDOM_BYTES) : this.#derived(seed);
    return Buffer.concat([random, this.#proofOf(random)]).toString('base64url');
  }

  #derived(seed: string): Buffer {
    return Buffer.from(this.#hashOf(`seed:${seed}`), 'hex').subarray(0, RANDOM_BYTES);
  }

  #proofOf(random: Buffer): Buffer {
    return Buffer.from(this.#keyedHash.of('made-key', random.toString('hex')), 'hex').subarray(
      0,
      PROOF_BYTES,
    );
  }

  /** True if the service made the secret. */
  #isOurs(secret: string): boolean {
    const bytes = Buffer.from(secret, 'base64url');
    return timingSafeEqual(bytes.subarray(RANDOM_BYTES), this.#proofOf(bytes.subarray(0, RANDOM_BYTES)));
  }

  #hashOf(secret: string): string {
    return this.#keyedHash.of('capability', secret);
  }

  #secretIn(request: FastifyRequest, name: string): string | undefined {
    const value = ownMember(request.cookies, name);
    return value !== undefined && SECRET.test(value) ? value : undefined;
  }

  #set(reply: FastifyReply, name: string, secret: string): void {
    reply.setCookie(name, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#https,
      maxAge: (CREATOR_KEY_DAYS * DAY_MS) / 1000,
    });
  }
}
