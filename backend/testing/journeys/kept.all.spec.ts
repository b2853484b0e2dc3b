import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { startTestBackend, testSecrets } from '../backend/test-backend.js';
import { payByCard, signedByBoth, untilSent } from '../steps/steps.js';

/**
 * Number of agreements made before the measurement. The first agreements leave more rows than later
 * agreements.
 */
const BEFORE = 3;
const AGREEMENTS = 20;
/** Number of mails per agreement: the order confirmation, and the document to both parties. */
const MAILS = 3;
/**
 * Maximum kilobytes per agreement. The maximum is the figure of docs/scale.md plus a tenth, because the sizes
 * of signatures and documents differ by some bytes.
 */
const MOST = { keptKilobytes: 118, mailKilobytes: 363 };

describe('an agreement that both sign on one device and that is paid by card', () => {
  const mails: Received[] = [];
  const server = smtpServer(mails, () => undefined);
  const secrets = testSecrets();
  let database: TestDatabase;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    env = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await new Promise((resolve) => server.close(resolve));
  });

  /**
   * Makes agreements with a new backend, and stops the backend when all work is done. While a backend runs,
   * VACUUM could not remove the deleted rows that the backend still reads.
   */
  async function make(agreements: number): Promise<void> {
    const test = await startTestBackend({ env, on: { database, secrets } });
    const before = mails.length;
    for (let n = 0; n < agreements; n += 1) {
      const browser = test.browser();
      const id = await signedByBoth(browser);
      await payByCard(browser, id);
      await untilSent(browser, id);
    }
    await until(() => mails.length >= before + MAILS * agreements);
    const { pool } = database;
    await until(
      async () => (await countOf(pool, 'log_leaves')) === (await countOf(pool, 'event_store.events')),
    );
    await test.stop();
  }

  it('stores and mails no more bytes than docs/scale.md states', async () => {
    const { pool } = database;
    await make(BEFORE);
    const before = await packed(pool);
    const mailsBefore = mails.length;
    await make(AGREEMENTS);
    const after = await packed(pool);
    const kept = new Map([...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)]));
    const sent = mails.slice(mailsBefore);
    const mailed = sent.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    const each = (bytes: number): number => Math.round(bytes / AGREEMENTS / 1000);
    const all = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    const found = { keptKilobytes: each(all), mailKilobytes: each(mailed) };
    expect(sent).toHaveLength(MAILS * AGREEMENTS);
    const over = Object.entries(found).filter(([what, one]) => one > MOST[what as keyof typeof MOST]);
    expect({ over, kept }).toEqual({ over: [], kept });
  });
});

const countOf = async (pool: Pool, table: string): Promise<number> =>
  (await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count ?? 0;

/** Returns the size of each table in bytes, without the space of deleted rows. */
async function packed(pool: Pool): Promise<ReadonlyMap<string, number>> {
  await pool.query('VACUUM (FULL, ANALYZE)');
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    'SELECT relname AS name, pg_total_relation_size(relid)::float8 AS bytes FROM pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
