import type { Pool } from 'pg';
import { startProxy } from '../../eventsourcing/reactions/testing/proxy.js';
import { until } from '../testing/until.js';
import { WriteProbe1795000002800 } from './migrations/1795000002800-write-probe.js';
import { createPool } from './pool.js';
import { DISK_FULL, fillDisk, freeDisk } from './testing/full-disk.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';
import { WriteProbe } from './writable.js';
import { onlyInAll } from '../testing/only-in-all.js';

/** Milliseconds for which a write's outcome is valid. */
const EVERY_MS = 300;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrations: [WriteProbe1795000002800] });
});
afterEach(() => database.drop());

const passes = (probe: WriteProbe): Promise<boolean> =>
  probe.check().then(
    () => true,
    () => false,
  );

describe('the check whether the database accepts writes', () => {
  it('writes once for any number of callers, and again after a while', async () => {
    let writes = 0;
    const query = (asked: { text: string }): unknown => {
      if (asked.text.includes('write_probe')) writes += 1;
      return database.pool.query(asked);
    };
    const probe = new WriteProbe({ query } as unknown as Pool, { everyMs: EVERY_MS });
    const began = Date.now();
    await Promise.all(Array.from({ length: 50 }, () => probe.check()));
    const mostMeanwhile = 1 + Math.floor((Date.now() - began) / EVERY_MS);
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThanOrEqual(mostMeanwhile);
    const before = writes;
    await until(async () => (await passes(probe)) && writes > before);
  });

  it('fails while the disk is full, and succeeds by itself when there is room', async () => {
    const probe = new WriteProbe(database.pool, { everyMs: EVERY_MS });
    await probe.check();
    await fillDisk(database.pool);
    await until(async () => !(await passes(probe)));
    await expect(probe.check()).rejects.toMatchObject({ code: DISK_FULL });
    await freeDisk(database.pool);
    await until(() => passes(probe));
  });

  it('fails if there is room for the row only', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query(`ALTER DATABASE ${name} SET temp_file_limit = '64kB'`);
    const pool = createPool(database.url);
    try {
      await expect(new WriteProbe(pool).check()).rejects.toMatchObject({ code: '53400' });
    } finally {
      await pool.end();
    }
  });

  onlyInAll.it(
    'fails in time while the database is frozen, and succeeds as soon as the database answers',
    async () => {
      const proxy = await startProxy(database.url);
      const pool = createPool(proxy.url);
      try {
        const probe = new WriteProbe(pool, { everyMs: EVERY_MS });
        await probe.check();
        proxy.freeze();
        await expect(probe.check()).rejects.toThrow('Query read timeout');
        proxy.mend();
        await until(() => passes(probe));
      } finally {
        await proxy.close();
        await pool.end();
      }
    },
  );
});
