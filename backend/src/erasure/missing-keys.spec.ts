import type { Pool } from 'pg';
import { silentLogger } from '../platform/logging/logger.js';
import { MissingKeys } from './missing-keys.js';

const MINUTE_MS = 60_000;

describe('missing keys', () => {
  let now = Date.parse('2026-11-12T10:00:00.000Z');
  let missing = 3;
  let statements = 0;
  const pool = {
    query: () => {
      statements += 1;
      return Promise.resolve({ rows: [{ n: missing }] });
    },
  } as unknown as Pool;
  const keys = new MissingKeys(pool, silentLogger, { now: () => new Date(now) });
  /** Waits until a running count has ended. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  async function asked(times: number): Promise<string | undefined> {
    for (let n = 0; n < times; n++) {
      keys.warning();
      await settled();
    }
    return keys.warning();
  }

  it('are counted at most once a minute, no matter how often readiness is requested', async () => {
    await keys.tell();
    const ofALook = statements;
    now += MINUTE_MS - 1;
    expect(await asked(50)).toContain('The keys of 3 agreements');
    expect(statements).toBe(ofALook);
    missing = 0;
    now += 1;
    expect(await asked(50)).toBeUndefined();
    expect(statements).toBe(2 * ofALook);
  });

  it('are not counted while none are missing', async () => {
    const before = statements;
    now += MINUTE_MS;
    expect(await asked(50)).toBeUndefined();
    expect(statements).toBe(before);
  });
});
