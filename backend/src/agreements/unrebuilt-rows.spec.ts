import type { NdaListItem } from '@siegel/contracts/admin/views';
import { newId } from '../platform/crypto/ids.js';
import { create } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';
import { ndasOwingMails, unsentNdas } from './owed/owed-work.js';
import { bareRows } from './testing/bare-rows.js';

/** The values that the migration gives to these columns in a row of the previous version. */
const UNREBUILT = `state = '{}', hash = '', mac = '', last_at = now(), token_hashes = '[]', obligation_ids = '[]', open_until = NULL`;

describe('rows that are still to be rebuilt', () => {
  let test: TestBackend;
  const sql = (text: string, ...values: unknown[]) => test.database.pool.query(text, values);
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('are listed from their streams', async () => {
    const [admin, browser] = [test.browser(), test.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    for (const ideaTitle of ['Erste Idee', 'Zweite Idee']) await create(browser, { ideaTitle });
    const listed = async (): Promise<NdaListItem[]> =>
      (await admin.get('/api/admin/ndas').expect(200)).body.items;
    await until(async () => (await listed()).length === 2);
    const before = await listed();
    await sql(`UPDATE ndas SET ${UNREBUILT} WHERE id = $1`, before[0]?.id);
    expect(await listed()).toEqual(before);
    await sql(`UPDATE ndas SET ${UNREBUILT}`);
    expect(await listed()).toEqual(before);
  });

  it('owe nothing yet, and do not break the search for owed work', async () => {
    const { pool } = test.database;
    const owing = 'SELECT $1::uuid, true, $2::timestamptz';
    await sql(bareRows(['id', 'delivery_owed', 'mail_owed_until'], owing), newId(), '2999-01-01');
    expect(await unsentNdas(pool, undefined, 10)).toEqual([]);
    expect(await ndasOwingMails(pool, new Date(), undefined, 10)).toEqual([]);
  });
});
