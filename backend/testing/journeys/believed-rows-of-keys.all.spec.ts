import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { markKeyDestroyed, keyRow, putBack } from '#src/erasure/testing/key-rows';
import { ndaStream } from '#src/nda/nda.events';
import { create, read, sign } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/**
 * An attacker who has no secret writes rows. The rows are meant to make the service destroy a key, or report
 * that it destroyed a key.
 */
describe('rows that say that a key was destroyed', () => {
  let first: TestBackend;
  beforeAll(async () => {
    first = await startTestBackend();
  });
  afterAll(async () => {
    await first.database.drop();
    await rm(first.dataDir, { recursive: true, force: true });
  });

  const started = ({ database, secrets, dataDir }: TestBackend): Promise<TestBackend> =>
    startTestBackend({ on: { database, secrets, dataDir } });
  const events = async ({ backend }: TestBackend, stream: string): Promise<string[]> =>
    (await backend.infrastructure.store.readStream(stream)).map(({ type }) => type);
  const list = ({ dataDir }: TestBackend): Promise<string> =>
    readFile(join(dataDir, 'erasures'), 'utf8').catch(() => '');

  it('cause no receipt, line or event in two starts, and the agreement stays readable', async () => {
    const browser = first.browser();
    const ndaId = await create(browser);
    await sign(browser, ndaId, 1);
    await until(async () => (await read(browser, ndaId)).status === 'party1_signed');
    const stream = ndaStream(ndaId);
    const before = await events(first, stream);
    const { pool } = first.database;
    const row = await keyRow(pool, stream);
    await first.backend.stop();

    await markKeyDestroyed(pool, stream);
    await pool.query('DELETE FROM erasure_list_places');
    const second = await started(first);
    const again = second.browser();
    Object.assign(again, { jar: browser.jar });
    // The key counts as missing and not as erased, because it may come back.
    const answer = await again.get(`/api/ndas/${ndaId}`);
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(await list(first)).not.toContain(ndaId);
    expect(await metricsOf(second)).toMatch(
      /siegel_tampering_found_total\{kind="key_without_erasure"\} [1-9]/,
    );
    await second.backend.stop();

    await putBack(pool, row);
    await pool.query('DELETE FROM erasure_list_places');
    const third = await started(first);
    try {
      const last = third.browser();
      Object.assign(last, { jar: browser.jar });
      expect((await read(last, ndaId)).ideaTitle).toEqual(expect.any(String));
      expect(await events(third, stream)).toEqual(before);
      expect(await list(first)).not.toContain(ndaId);
      await asksForItsErasure(third, ndaId);
      expect(await events(third, stream)).toEqual(before);
      expect((await read(last, ndaId)).ideaTitle).toEqual(expect.any(String));
    } finally {
      await third.backend.stop();
    }
  });

  const metricsOf = async ({ browser }: TestBackend): Promise<string> =>
    (await browser().get('/metrics').set('host', 'localhost').expect(200)).text;

  /** Changes every row that could lead to a destruction: a job, the agreement's row, checkpoints. */
  async function asksForItsErasure(test: TestBackend, ndaId: string): Promise<void> {
    const { pool } = test.database;
    const erasedAt = (time: Date | null) =>
      pool.query('UPDATE ndas SET erased_at = $2 WHERE id = $1', [ndaId, time]);
    expect((await erasedAt(new Date())).rowCount).toBe(1);
    await pool.query("DELETE FROM checkpoints WHERE name = 'reaction:erase-key-when-nda-erased'");
    const jobs = await pool.query<{ n: number }>(
      `INSERT INTO owed_jobs (task, payload, key) VALUES ('erase-key', $1, $2) RETURNING 1`,
      [JSON.stringify({ ndaId }), `erase:${ndaStream(ndaId)}`],
    );
    expect(jobs.rowCount).toBe(1);
    await until(
      async () => (await pool.query("SELECT FROM owed_jobs WHERE task = 'erase-key'")).rowCount === 0,
    );
    await erasedAt(null);
  }
});
