import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { inBatches } from '../../platform/postgres/in-batches.js';
import { transaction } from '../../platform/postgres/pool.js';
import { addressBucket } from '../../platform/network/address-bucket.js';
import { HIDDEN_CLIENTS } from '../callers/client.js';
import type { RateLimited } from '../problems/http-errors.js';
import { LIMITS, type LimitName, type LimitRule } from '../routes/rate-limits.js';
import type { CountedCall } from './counted-call.js';
import { refusalOf } from './refusal.js';
import { SharedCounter } from './shared-counter.js';

const SECOND = 1000;
const CLEAN_MS = 600_000;
/**
 * Milliseconds after which counts of clients are deleted. Longer than any window in which clients are
 * counted.
 */
const KEPT_MS = 2 * HOUR_MS;
/**
 * Prefix of the buckets that count mails to a recipient. Their rows are kept for one day, which is the length
 * of their window. The rows of other buckets are deleted after KEPT_MS.
 */
const RECIPIENT = 'mail:';

/**
 * Limits the calls of each client (rule:limits-per-address). Also limits, for each recipient, the mails that
 * users request (rule:asked-mails-are-limited). Addresses are stored only as keyed hashes.
 */
export class RateLimiter {
  readonly #shared: SharedCounter;
  #cleaner: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      readonly pool: Pool;
      readonly clock: Clock;
      readonly keyedHash: KeyedHash;
      readonly logger: Logger;
      /** Called for each refused call. */
      readonly onLimited?: (limit: LimitName) => void;
    },
    private readonly factor: number,
  ) {
    this.#shared = new SharedCounter(deps.pool, deps.logger, () => deps.clock.now().getTime());
  }

  start(): void {
    this.#shared.start();
    this.#cleaner ??= setInterval(() => void this.forget(), CLEAN_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#cleaner);
    this.#cleaner = undefined;
    await this.#shared.stop();
  }

  /** Synchronises the shared counts now. */
  flush(): Promise<void> {
    return this.#shared.flush();
  }

  /**
   * Counts one call. Exact and rolling limits need the database. Shared limits also work while the database
   * is unavailable.
   * @returns the counted call, for an exact or rolling limit; the caller takes its count back if the outcome
   * means that the call should not use up the limit
   * @throws RateLimited
   */
  async count(name: LimitName, address: string): Promise<CountedCall | undefined> {
    const rule: LimitRule = LIMITS[name];
    if (this.factor === 0 && rule.isFixed !== true) return undefined;
    if (rule.counting === 'exact') return this.#countExactly(name, rule, address);
    if (rule.counting === 'rolling') return this.#countRolling(name, rule, address);
    this.countShared(name, address);
    return undefined;
  }

  /** Counts one call under a shared limit without waiting. @throws RateLimited */
  countShared(name: LimitName, address: string): void {
    if (this.factor === 0) return;
    const rule: LimitRule = LIMITS[name];
    const window = this.#window(rule);
    const client = addressBucket(address);
    const passes = this.#shared.count(`${name} ${client}`, window, this.#max(rule, client), () =>
      this.#bucket(name, client),
    );
    if (!passes) throw this.#refusal(name, window);
  }

  async takeBack(call: CountedCall): Promise<void> {
    await this.deps.pool.query(
      'UPDATE rate_limits SET count = count - 1 WHERE bucket = $1 AND window_start = $2 AND count > 0',
      [call.bucket, new Date(call.windowStart)],
    );
  }

  async #countExactly(name: LimitName, rule: LimitRule, address: string): Promise<CountedCall> {
    const window = this.#window(rule);
    const client = addressBucket(address);
    const bucket = this.#bucket(name, client);
    const { rowCount } = await this.deps.pool.query(
      `INSERT INTO rate_limits (bucket, window_start, count) VALUES ($1, $2, 1)
       ON CONFLICT (bucket, window_start) DO UPDATE SET count = rate_limits.count + 1 WHERE rate_limits.count < $3`,
      [bucket, new Date(window.start), this.#max(rule, client)],
    );
    if (rowCount === 0) throw this.#refusal(name, window);
    return { name, bucket, windowStart: window.start };
  }

  /**
   * Counts one call under a rolling limit. Concurrent calls in the same bucket run one after another, so that
   * each of them sees the counts of the earlier ones.
   */
  async #countRolling(name: LimitName, rule: LimitRule, key: string): Promise<CountedCall> {
    const bucket = this.#bucket(name, key);
    const at = this.deps.clock.now().getTime();
    const length = rule.seconds * SECOND;
    const since = new Date(at - length);
    const oldest = await transaction(this.deps.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))', [bucket]);
      const { rowCount } = await client.query(
        `INSERT INTO rate_limits (bucket, window_start, count)
         SELECT $1::text, $2::timestamptz, 1 FROM rate_limits WHERE bucket = $1 AND window_start > $3 HAVING coalesce(sum(count), 0) < $4
         ON CONFLICT (bucket, window_start) DO UPDATE SET count = rate_limits.count + 1`,
        [bucket, new Date(at), since, this.#max(rule, key)],
      );
      if (rowCount !== 0) return undefined;
      const { rows } = await client.query<{ at: Date }>(
        'SELECT min(window_start) AS at FROM rate_limits WHERE bucket = $1 AND window_start > $2 AND count > 0',
        [bucket, since],
      );
      return rows[0]?.at.getTime() ?? at;
    });
    // The next call can pass once the oldest call has left the window.
    if (oldest !== undefined) throw this.#refusal(name, { end: oldest + length });
    return { name, bucket, windowStart: at };
  }

  #refusal(name: LimitName, { end }: { end: number }): RateLimited {
    this.deps.onLimited?.(name);
    return refusalOf(name, this.#secondsTo(end));
  }

  #max({ max, maxWithoutAddress = max, isFixed }: LimitRule, client: string): number {
    const most = client === HIDDEN_CLIENTS ? maxWithoutAddress : max;
    return isFixed === true ? most : Math.max(1, Math.floor(most * this.factor));
  }

  #window(rule: LimitRule): { start: number; end: number } {
    const length = rule.seconds * SECOND;
    const start = Math.floor(this.deps.clock.now().getTime() / length) * length;
    return { start, end: start + length };
  }

  #secondsTo(end: number): number {
    return Math.max(1, Math.ceil((end - this.deps.clock.now().getTime()) / SECOND));
  }

  #bucket(name: LimitName, client: string): string {
    const { counts }: LimitRule = LIMITS[name];
    if (counts === 'recipients') return RECIPIENT + this.deps.keyedHash.of('mail', `${name} ${client}`);
    return this.deps.keyedHash.of('visitor', `rate-limit ${name} ${client}`);
  }

  /**
   * Removes the counts of past windows. It runs periodically once the limiter is started, and never rejects.
   */
  async forget(): Promise<void> {
    const now = this.deps.clock.now().getTime();
    const old = {
      table: 'rate_limits',
      where: `window_start < $1 AND (window_start < $2 OR bucket NOT LIKE '${RECIPIENT}%')`,
      values: [new Date(now - KEPT_MS), new Date(now - DAY_MS)],
    };
    await inBatches(this.deps.pool, 'DELETE FROM rate_limits', old).catch((error: unknown) =>
      this.deps.logger.warn(
        describeError(error),
        'old rate-limit counts could not be deleted; the next run tries again',
      ),
    );
  }
}
