import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PooledByTransaction } from '../platform/postgres/real-sessions.js';
import { type Pooler, startPooler } from '../platform/postgres/testing/pooler.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { copyDatabase } from './copy-database.js';
import { Interruption } from './interruption.js';
import { moveLog } from './move-log.js';
import { withStoredLog } from './operator-context.js';
import { rewrapAllKeys } from './rewrap-all-keys.js';

/** Tests the operator's commands that open their own connections to the database (rule:real-sessions). */
describe('behind a pooler by transaction', () => {
  const before = { ...process.env };
  const interruption = new Interruption();
  let databases: TestDatabase[] = [];
  let pooler: Pooler;
  let folder: string;
  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    pooler = await startPooler(databases[0]?.url ?? '', 'transaction');
    folder = await mkdtemp(join(tmpdir(), 'siegel-pooled-'));
    Object.assign(process.env, {
      DATA_DIR: folder,
      DATABASE_URL: pooler.url,
      MASTER_KEY: randomBytes(32).toString('hex'),
      MASTER_KEY_OLD: randomBytes(32).toString('hex'),
    });
  });
  afterAll(async () => {
    process.env = before;
    await pooler.close();
    await Promise.all(databases.map((database) => database.drop()));
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a change of the master key', () => rewrapAllKeys(interruption)],
    [
      'a move of the log',
      () => moveLog({ from: 'postgres', to: 'esdb://127.0.0.1:1?tls=false', say: () => {}, interruption }),
    ],
    ['a verification of the log', () => withStoredLog(interruption, async () => 'verified')],
  ])('%s is refused', async (_, command) => {
    const error = await command().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(PooledByTransaction);
    expect((error as Error).message).toMatch(/^DATABASE_URL leads to a pooler .* Let DATABASE_URL name/);
  });

  it('a copy of the database is refused, from and to the pooler, with the name of the address', async () => {
    const direct = databases[1]?.url ?? '';
    for (const [which, from, to] of [
      ['source', pooler.url, direct],
      ['target', direct, pooler.url],
    ] as const) {
      const error = await copyDatabase(from, to).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(PooledByTransaction);
      expect((error as Error).message).toMatch(
        new RegExp(`^The address of the ${which} leads to .* Let the address of the ${which} name`),
      );
    }
    const { rows } = await (databases[1]?.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`) ?? {
      rows: [0],
    });
    expect(rows).toEqual([]);
  });
});
