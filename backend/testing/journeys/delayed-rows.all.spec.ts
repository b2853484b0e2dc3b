import type TestAgent from 'supertest/lib/agent.js';
import { ndaStream } from '#src/nda/nda.events';
import { until } from '#src/platform/testing/until';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { signature } from '../steps/samples.js';
import { create, read } from '../steps/steps.js';

describe('a database in which a trigger keeps rows back', () => {
  let test: TestBackend;
  let browser: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend();
    browser = test.browser();
    await sql('CREATE TABLE held AS SELECT * FROM event_store.events LIMIT 0');
  });
  afterAll(() => test.stop());

  const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
  const sign = (id: string) =>
    browser.post(`/api/ndas/${id}/sign`).send({
      partyNumber: '1',
      signature: signature(1),
      signatureMode: 'in-person',
    });

  /** Moves each new row of a signature into another table: after the insert, or instead of it. */
  async function holdingBack<Result>(when: 'BEFORE' | 'AFTER', work: () => Promise<Result>): Promise<Result> {
    await sql('TRUNCATE held');
    await sql(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.type <> 'Party1Signed.v2' THEN RETURN NEW; END IF;
        INSERT INTO public.held SELECT NEW.*;
        DELETE FROM event_store.events WHERE position = NEW.position;
        RETURN NULL;
      END $$`);
    await sql(
      `CREATE TRIGGER hold ${when} INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION hold()`,
    );
    try {
      return await work();
    } finally {
      await sql('DROP FUNCTION hold CASCADE');
    }
  }
  const release = () => sql('INSERT INTO event_store.events SELECT * FROM held ORDER BY position LIMIT 1');

  it.each(['BEFORE', 'AFTER'] as const)(
    'gives no receipt until the row is there (%s the insert), and then that of the first act',
    async (when) => {
      const id = await create(browser);
      const refused = await holdingBack(when, () => sign(id));
      expect([refused.status, refused.body.receipt]).toEqual([503, undefined]);
      expect(await read(browser, id)).toMatchObject({ status: 'draft', signatureMode: null });
      if (when === 'AFTER') {
        // The service has written this event, so the stream is closed for as long as the event is missing.
        expect(refused.body.code).toBe('stream_untrusted');
        expect((await read(browser, id)).untrustedSince).toEqual(expect.any(String));
      }
      const held = (await sql('SELECT id FROM held ORDER BY position LIMIT 1')).rows[0] as { id: string };
      await release();
      await until(async () => (await read(browser, id)).signatureMode === 'in-person');
      expect((await read(browser, id)).untrustedSince).toBeNull();
      const repeated = await sign(id);
      expect(repeated.status).toBe(200);
      const { rows } = await sql(
        "SELECT id FROM event_store.events WHERE stream = $1 AND type = 'Party1Signed.v2'",
        [ndaStream(id)],
      );
      expect(rows).toEqual([held]);
    },
  );

  it('counts the event that took the place, and not the one that comes too late', async () => {
    const id = await create(browser);
    await holdingBack('BEFORE', () => sign(id));
    expect((await sign(id)).status).toBe(200);
    await expect(release()).rejects.toThrow('events_revision_unique');
    await sql('ALTER TABLE event_store.events DROP CONSTRAINT events_revision_unique');
    await release();
    // Both events have a right MAC. The next load closes the stream at the second one that it meets.
    const { log } = test.backend.infrastructure;
    expect((await log.load(ndaStream(id))).untrusted?.revision).toBeGreaterThan(0);
    expect((await read(browser, id)).untrustedSince).toEqual(expect.any(String));
    const more = await browser
      .post(`/api/ndas/${id}/sign`)
      .send({ partyNumber: '2', signature: signature(2) });
    expect([more.status, more.body.code]).toEqual([503, 'stream_untrusted']);
  });
});
