import { Registry } from 'prom-client';
import { until } from '../testing/until.js';
import { systemClock } from './clock.js';
import { ClockComparison, type ClockComparisonOptions, ClocksDisagree } from './clock-comparison.js';
import type { Logger } from '../logging/logger.js';
import { databaseClock } from '../postgres/database-clock.js';
import { createTestDatabase } from '../postgres/testing/test-database.js';

const SECOND = 1000;
const now = (): number => systemClock.now().getTime();

describe("this machine's clock compared with a server's", () => {
  let aheadMs = 0;
  let comparison: ClockComparison;
  const told: string[] = [];
  const tell =
    (level: string) =>
    (_: object, message: string): void =>
      void told.push(`${level}: ${message}`);
  const logger: Logger = {
    debug: tell('debug'),
    info: tell('info'),
    warn: tell('warn'),
    error: tell('error'),
  };

  const start = async (changes: Partial<ClockComparisonOptions> = {}): Promise<void> => {
    comparison = new ClockComparison({
      server: async () => now(),
      name: 'PostgreSQL',
      own: { now: () => new Date(now() + aheadMs) },
      logger,
      every: { agreeingMs: 10, otherwiseMs: 10 },
      ...changes,
    });
    await comparison.start();
  };
  beforeEach(() => {
    aheadMs = 0;
    told.length = 0;
  });
  afterEach(() => comparison.stop());

  it.each([0, 1.5, -1.5])('agrees if it is %s s ahead', async (seconds) => {
    aheadMs = seconds * SECOND;
    await start();
    expect(comparison.refuses).toBe(false);
    expect(comparison.warning()).toBeUndefined();
    comparison.assertAgreement();
    expect(told).toEqual([]);
  });

  it.each([
    [3, 'ahead of'],
    [-3, 'behind'],
  ])('causes a warning if it is %s s ahead, but is still used', async (seconds, how) => {
    aheadMs = seconds * SECOND;
    await start();
    comparison.assertAgreement();
    expect(comparison.warning()).toMatch(
      `The clock of this machine is 3 s ${how} that of PostgreSQL. If they differ by more than 30 s, nothing`,
    );
    expect(told).toEqual([`warn: ${comparison.warning()}`]);
  });

  it.each([600, -600])('is not used if it is %s s ahead', async (seconds) => {
    aheadMs = seconds * SECOND;
    await start();
    expect(() => comparison.assertAgreement()).toThrow(ClocksDisagree);
    expect(comparison.warning()).toMatch(
      /^The clock of this machine is 600 s .*: nothing new is recorded until/,
    );
    expect(told).toEqual([`error: ${comparison.warning()}`]);
  });

  it('is rejected if it goes wrong later, and accepted again when it is right', async () => {
    await start();
    aheadMs = 600 * SECOND;
    await until(() => comparison.refuses);
    aheadMs = 3 * SECOND;
    await until(() => !comparison.refuses);
    expect(comparison.warning()).toBeDefined();
    aheadMs = 0;
    await until(() => comparison.warning() === undefined);
    expect(told.map((line) => line.slice(0, 5))).toEqual(['error', 'warn:', 'info:']);
  });

  it('is not blamed for a slow answer', async () => {
    // The server's clock is 29.9 s behind, and the server read it at once. The response took 300 ms. If half
    // of these 300 ms were added to the difference, the result would wrongly exceed the limit of 30 s.
    const realNow = performance.now.bind(performance);
    let onTheWayMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + onTheWayMs);
    const server = async (): Promise<number> => {
      onTheWayMs += 300;
      return now() - 29_900;
    };
    try {
      await start({ server });
      expect(comparison.refuses).toBe(false);
      expect(comparison.warning()).toBeDefined();
    } finally {
      clock.mockRestore();
    }
  });

  it('keeps the last verdict while the server cannot be asked', async () => {
    let away = false;
    let asked = 0;
    const server = async (): Promise<number> => {
      asked += 1;
      if (away) throw new Error('away');
      return now();
    };
    aheadMs = 600 * SECOND;
    await start({ server });
    away = true;
    aheadMs = 0;
    const before = asked;
    await until(() => asked > before + 2);
    expect(comparison.refuses).toBe(true);
    away = false;
    await until(() => !comparison.refuses);
  });

  it('has a metric', async () => {
    const metrics = new Registry();
    aheadMs = -600 * SECOND;
    await start({ metrics });
    const value = (await metrics.getSingleMetric('clock_offset_seconds')?.get())?.values[0]?.value;
    expect(value).toBeCloseTo(-600, 0);
  });

  it('agrees with the clock of a real PostgreSQL on this machine', async () => {
    const database = await createTestDatabase();
    try {
      await start({ server: databaseClock(database.pool), own: undefined });
      expect(comparison.warning()).toBeUndefined();
      expect(told).toEqual([]);
    } finally {
      comparison.stop();
      await database.drop();
    }
  });
});
