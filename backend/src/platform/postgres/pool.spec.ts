import type { Pool } from 'pg';
import { freePort } from '../embedded-postgres/free-port.js';
import { createPool, transaction } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';
import { isUnavailable } from './unavailable.js';

describe('pool', () => {
  let database: TestDatabase;
  let pool: Pool;
  const cut = () =>
    database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cut me'",
    );
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, { name: 'cut me', statementTimeoutMs: 200, max: 2 });
    await pool.query('CREATE TABLE notes (n int PRIMARY KEY)');
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it.each([
    [true, 'force_custom_plan'],
    [false, 'auto'],
  ])('lets the server plan each use of a statement if asked to (%s)', async (plansAnew, plan_cache_mode) => {
    const other = createPool(database.url, { plansAnew });
    try {
      expect((await other.query('SHOW plan_cache_mode')).rows).toEqual([{ plan_cache_mode }]);
    } finally {
      await other.end();
    }
  });

  it('survives lost idle connections', async () => {
    await cut();
    for (let n = 0; n < 5; n++) {
      const error = await failure(pool.query('SELECT 1'));
      if (error !== undefined) expect(isUnavailable(error)).toBe(true);
    }
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  it('reports a lost connection, a timeout and a refusal as unavailable, but not a violated constraint', async () => {
    const lost = failure(
      pool.query({ text: 'SELECT pg_sleep(0.15), pg_terminate_backend(pg_backend_pid())' }),
    );
    expect(isUnavailable(await lost)).toBe(true);
    expect(isUnavailable(await failure(pool.query('SELECT pg_sleep(5)')))).toBe(true);
    const nobody = createPool(`postgres://a:b@127.0.0.1:${await freePort()}/c`);
    expect(isUnavailable(await failure(nobody.query('SELECT 1')))).toBe(true);
    await nobody.end();
    await pool.query('INSERT INTO notes VALUES (1)');
    expect(isUnavailable(await failure(pool.query('INSERT INTO notes VALUES (1)')))).toBe(false);
    expect(isUnavailable(new Error('something else'))).toBe(false);
  });

  it('commits if the function resolves, and rolls back if it rejects', async () => {
    await transaction(pool, (client) => client.query('INSERT INTO notes VALUES (1)'));
    const refused = transaction(pool, async (client) => {
      await client.query('INSERT INTO notes VALUES (2)');
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect((await pool.query('SELECT n FROM notes')).rows).toEqual([{ n: 1 }]);
  });

  it('survives a connection that is in use and breaks between two queries', async () => {
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await client.query('SELECT 1');
    await cut();
    await ended;
    expect(isUnavailable(await failure(client.query('SELECT 1')))).toBe(true);
    client.release(true);
  });

  it('never reuses a connection that broke inside a transaction', async () => {
    const broken = transaction(pool, async (client) => {
      await client.query('INSERT INTO notes VALUES (3)');
      await cut();
      await client.query('INSERT INTO notes VALUES (4)');
    });
    expect(isUnavailable(await failure(broken))).toBe(true);
    expect((await pool.query('SELECT n FROM notes')).rows).toEqual([]);
  });
});
