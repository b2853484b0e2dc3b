import { BUSY_WORDS } from '@siegel/contracts/errors';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import type { LimitName } from '../routes/rate-limits.js';
import { HTTP_MIGRATIONS } from '../testing/test-app.js';
import { countWithCeiling } from './count-with-ceiling.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * Reduces the limits to a fiftieth: one request per client, and six rewrites and six chat questions for all
 * clients together.
 */
const FACTOR = 0.02;
const NOW = new Date('2026-11-12T10:00:00.000Z');

describe('a limit with a ceiling', () => {
  let database: TestDatabase;
  let refused: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    refused = [];
    await database.pool.query('TRUNCATE rate_limits');
  });
  const limiterOf = (factor: number): RateLimiter =>
    new RateLimiter(
      {
        pool: database.pool,
        clock: { now: () => NOW },
        keyedHash: createKeyedHash(Buffer.alloc(32, 1)),
        logger: silentLogger,
        onLimited: (limit) => refused.push(limit),
      },
      factor,
    );
  const call = (limit: LimitName, client: string, factor = FACTOR) =>
    countWithCeiling(limiterOf(factor), limit, client);
  const counted = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ sum: number }>(
      'SELECT coalesce(sum(count), 0)::int AS sum FROM rate_limits',
    );
    return rows[0]?.sum ?? 0;
  };

  it.each([
    ['optimise', 'allRewrites', 6],
    ['chat', 'allChats', 6],
    ['wrongVouchers', 'allWrongVouchers', 40],
  ] as const)('refuses all clients beyond the ceiling: %s by %s after %d', async (limit, ceiling, max) => {
    for (let n = 0; n < max; n += 1) await call(limit, `client-${n}`);
    const before = await counted();
    await expect(call(limit, 'late')).rejects.toMatchObject({
      code: 'rate_limited',
      words: BUSY_WORDS,
      retryAfterSeconds: 3600,
    });
    expect(refused).toEqual([ceiling]);
    expect(await counted()).toBe(before);
  });

  it('is not used up by a client that exceeds its own limit', async () => {
    await call('optimise', 'greedy');
    for (let n = 0; n < 10; n += 1) await expect(call('optimise', 'greedy')).rejects.toThrow('rate limited');
    expect(new Set(refused)).toEqual(new Set(['optimise']));
    for (let n = 0; n < 5; n += 1) await call('optimise', `client-${n}`);
  });

  it('holds for concurrent calls, and returns both counts so that they can be taken back', async () => {
    const calls = Array.from({ length: 20 }, (_, n) => call('chat', `client-${n}`));
    const settled = await Promise.allSettled(calls);
    const passed = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(passed).toHaveLength(6);
    const limiter = limiterOf(FACTOR);
    for (const one of passed.flat()) await limiter.takeBack(one);
    expect(await counted()).toBe(0);
  });

  it('counts nothing if the limits are off, and only the client if there is no ceiling', async () => {
    expect(await call('optimise', 'client', 0)).toEqual([]);
    expect(await call('verify', 'client')).toMatchObject([{ name: 'verify' }]);
    expect(await counted()).toBe(1);
  });
});
