import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import type { Config } from '../../platform/config/config.js';
import { addressBucket } from '../../platform/network/address-bucket.js';
import { HIDDEN_CLIENTS } from '../../http/callers/client.js';
import { RateLimited } from '../../http/problems/http-errors.js';
import { RateLimiter } from '../../http/limits/rate-limiter.js';
import type { CountedCall } from '../../http/limits/counted-call.js';
import { addressOf } from '../../http/requests/request-context.js';
import { CLOCK, CONFIG, KEYED_HASH, POOL } from '../../platform/wiring/tokens.js';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { knownBrowserOf, newBrowserId, rememberBrowser } from './known-browser.js';

/**
 * Number of wrong passwords before the first wait. After that, each wrong password doubles the wait, from a
 * minute up to an hour. The count starts again after a day without a failure.
 */
const FREE = 5;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3600;
const DOUBLINGS_MAX = 10;
const FORGET_SECONDS = 86_400;

export interface Attempt {
  /** Keyed hash of the address, or of the substitute for an unknown address. */
  readonly address: string;
  readonly isHidden: boolean;
  /** Id of a browser that logged in before but whose address is unknown. */
  readonly browser: string | undefined;
  /**
   * The attempt's entry in the limit that is shared by all addresses from which nobody ever logged in.
   * Undefined if somebody has logged in from this address before.
   */
  readonly stranger: CountedCall | undefined;
}

export const waitSeconds = (failures: number, free: number = FREE): number =>
  failures < free
    ? 0
    : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(failures - free, DOUBLINGS_MAX));

/**
 * Slows down the guessing of passwords (rule:login-is-throttled). There is a limit for each address, and one
 * common limit for all addresses from which nobody ever logged in. All clients without a known address count
 * as one address, except for browsers that logged in before (rule:clients-without-an-address).
 */
@Injectable()
export class LoginThrottle {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KEYED_HASH) private readonly keyedHash: KeyedHash,
    @Inject(CONFIG) private readonly config: Config,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Counts an attempt as a failure before the password is tested. Concurrent attempts can therefore not
   * exceed the limit.
   * @throws RateLimited
   */
  async enter(request: FastifyRequest): Promise<Attempt> {
    const client = this.#clientOf(request);
    const { address } = client;
    if (this.config.rateLimitFactor === 0) return { ...client, stranger: undefined };
    const free = Math.max(1, Math.floor(FREE * this.config.rateLimitFactor));
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ known: boolean }>(
      `INSERT INTO login_attempts AS a (address, failures, last_at, known) VALUES ($1, 1, $2, false)
       ON CONFLICT (address) DO UPDATE
         SET failures = CASE WHEN a.last_at <= $2::timestamptz - make_interval(secs => $7) THEN 1 ELSE a.failures + 1 END, last_at = $2
         WHERE a.failures < $3 OR a.last_at <= $2::timestamptz - make_interval(secs => LEAST($5, $4 * power(2, LEAST(a.failures - $3, $6))))
       RETURNING known`,
      [address, now, free, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, DOUBLINGS_MAX, FORGET_SECONDS],
    );
    const [row] = rows;
    if (row === undefined) throw await this.#refusal(address, free, now);
    return {
      ...client,
      stranger: row.known ? undefined : await this.limiter.count('strangersLogin', 'everyone'),
    };
  }

  /**
   * Records a successful login. @returns an id by which to remember the browser, if its address is unknown
   */
  async succeeded(attempt: Attempt): Promise<string | undefined> {
    const { isHidden, stranger } = attempt;
    let { address } = attempt;
    const browser = isHidden ? (attempt.browser ?? newBrowserId()) : undefined;
    if (browser !== undefined) {
      // This login says nothing about other clients whose address is unknown, so those clients still have to
      // wait.
      if (attempt.browser === undefined) await this.#uncount(address);
      address = this.#browserHash(browser);
    }
    await this.pool.query(
      `INSERT INTO login_attempts (address, failures, last_at, known) VALUES ($1, 0, $2, true)
       ON CONFLICT (address) DO UPDATE SET failures = 0, known = true`,
      [address, this.clock.now()],
    );
    if (stranger !== undefined) await this.limiter.takeBack(stranger);
    return browser;
  }

  remember(browser: string, reply: FastifyReply): void {
    rememberBrowser(reply, this.config.https, browser);
  }

  /** Removes an attempt from the counts, because its password was not tested. */
  async takeBack({ address, stranger }: Attempt): Promise<void> {
    await this.#uncount(address);
    if (stranger !== undefined) await this.limiter.takeBack(stranger);
  }

  #clientOf(request: FastifyRequest): Omit<Attempt, 'stranger'> {
    const ip = addressOf(request);
    if (ip !== null) {
      const address = this.keyedHash.of('login', addressBucket(ip));
      return { address, isHidden: false, browser: undefined };
    }
    const browser = knownBrowserOf(request, this.config.https);
    const address =
      browser === undefined ? this.keyedHash.of('login', HIDDEN_CLIENTS) : this.#browserHash(browser);
    return { address, isHidden: true, browser };
  }

  #browserHash(id: string): string {
    return this.keyedHash.of('login', `browser ${id}`);
  }

  async #uncount(address: string): Promise<void> {
    await this.pool.query(
      'UPDATE login_attempts SET failures = failures - 1 WHERE address = $1 AND failures > 0',
      [address],
    );
  }

  async #refusal(address: string, free: number, now: Date): Promise<RateLimited> {
    const { rows } = await this.pool.query<{ failures: number; last_at: Date }>(
      'SELECT failures, last_at FROM login_attempts WHERE address = $1',
      [address],
    );
    const [row] = rows;
    const until =
      row === undefined ? now.getTime() : row.last_at.getTime() + waitSeconds(row.failures, free) * 1000;
    return new RateLimited(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
  }
}
