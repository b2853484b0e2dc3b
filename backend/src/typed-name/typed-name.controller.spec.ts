import { TYPED_NAME_ERRORS } from '@siegel/contracts/signature/refusals';
import { NAME_MAX } from '@siegel/contracts/limits';
import { signatureLabel } from '../nda/nda.blobs.js';
import { ndaStream } from '../nda/nda.events.js';
import { create, read } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';

describe('POST /api/signatures/typed', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  const ask = (body: object, language: 'de' | 'en' = 'de') =>
    test.browser(language).post('/api/signatures/typed').send(body);
  const rows = async (): Promise<unknown> => {
    const { pool } = test.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables.filter(
      (table) =>
        !/rate_limits|live_backends|checkpoints|leases|log_leaves|log_pass|log_tree/.test(table.name),
    ))
      counts[name] = Number((await pool.query(`SELECT count(*) AS n FROM "${name}"`)).rows[0]?.n);
    return counts;
  };

  it('writes a name for anybody without a cookie, gives the same picture each time, and stores nothing', async () => {
    const before = await rows();
    const first = await ask({ name: '  Katharina Brandstetter ', style: 1 }).expect(200);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await ask({ name: 'Katharina Brandstetter', style: 1 }).expect(200);
    expect(again.body).toEqual(first.body);
    const other = await ask({ name: 'Katharina Brandstetter', style: 3 }).expect(200);
    expect(other.body.signature).not.toBe(first.body.signature);
    expect(await rows()).toEqual(before);
  });

  it('returns exactly the picture that is stored if somebody signs with it', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { signature } = (await ask({ name: 'Katharina Brandstetter', style: 2 }).expect(200)).body;
    const { agreementHash } = await read(browser, id);
    const sign = () =>
      browser.post(`/api/ndas/${id}/sign`).send({
        partyNumber: '1',
        signature,
        signatureKind: 'typed',
        signatureMode: 'in-person',
        agreementHash,
      });
    const { receipt } = (await sign().expect(200)).body;
    const { party1Signature } = await read(browser, id);
    const stored = await browser
      .get(party1Signature as string)
      .buffer(true)
      .expect(200);
    expect(`data:image/png;base64,${Buffer.from(stored.body).toString('base64')}`).toBe(signature);
    // The user lost the response, reloaded the page and typed the name again. This is the same act, so it
    // gets the first result.
    expect((await sign().expect(200)).body.receipt).toEqual(receipt);
    const { rows: blobs } = await test.database.pool.query(
      'SELECT count(*)::int AS n FROM sealed_blobs WHERE subject = $1 AND label LIKE $2',
      [ndaStream(id), `${signatureLabel('')}%`],
    );
    expect(blobs).toEqual([{ n: 1 }]);
  });

  it.each(['de', 'en'] as const)(
    'explains what to do about letters that no hand has (%s)',
    async (language) => {
      const { body } = await ask({ name: 'Ωμέγα', style: 2 }, language).expect(422);
      expect(body).toMatchObject({
        code: 'invalid_signature',
        message: TYPED_NAME_ERRORS.invalid_signature[language],
      });
    },
  );

  it.each([
    ['no name', { style: 1 }, 'name'],
    ['a name of blanks', { name: ' \t ', style: 1 }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(NAME_MAX + 1), style: 1 }, 'name'],
    ['two lines', { name: 'Ada\nLang', style: 1 }, 'name'],
    ['half of a character', { name: 'Ada \ud83d', style: 1 }, 'name'],
    ['a name of another type', { name: { toString: 1 }, style: 1 }, 'name'],
    ['an unknown hand', { name: 'Ada', style: 4 }, 'style'],
    ['a hand in letters', { name: 'Ada', style: '1' }, 'style'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await ask(body).expect(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it("refuses other sites' pages", async () => {
    const answer = await ask({ name: 'Ada', style: 1 })
      .set('origin', 'https://elsewhere.example')
      .expect(403);
    expect(answer.body.code).toBe('foreign_origin');
  });

  it('keeps one client from taking the places of others', async () => {
    const { app } = test.backend;
    const { NameWriter } = await import('./name-writer.js');
    const writer = app.get(NameWriter);
    const many = Array.from({ length: 20 }, () => writer.write({ name: 'Ada', hand: 1 }, '203.0.113.7'));
    const outcomes = await Promise.allSettled([
      ...many,
      writer.write({ name: 'Ada', hand: 1 }, '198.51.100.1'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
    expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
  });
});
