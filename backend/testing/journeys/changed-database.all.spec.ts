import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaStream } from '#src/nda/nda.events';
import { until } from '#src/platform/testing/until';
import { leavesOfStream } from '#src/proof/leaves';
import { forgedAfter } from '#src/proof/testing/forged';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { environmentOf } from '../backend/secrets.js';
import { acceptLosses } from '../log/accept-losses.js';
import { signature, terms } from '../steps/samples.js';
import { create, payByCard, read, signedByBoth, untilSent } from '../steps/steps.js';

/** A trigger on the events, by what it does with each row of a type. The service's account may make it. */
const TRIGGERS: Readonly<Record<string, { readonly when: 'BEFORE' | 'AFTER'; readonly body: string }>> = {
  'drops the row': { when: 'BEFORE', body: 'RETURN NULL;' },
  'changes the data': {
    when: 'BEFORE',
    body: `NEW.data := convert_to(replace(convert_from(NEW.data, 'UTF8'), '"open"', ' "open"'), 'UTF8'); RETURN NEW;`,
  },
  'changes the metadata': {
    when: 'BEFORE',
    body: `NEW.metadata := overlay(NEW.metadata PLACING '\\x78'::bytea FROM 20); RETURN NEW;`,
  },
  'changes the type': { when: 'BEFORE', body: `NEW.type := 'NdaErased.v1'; RETURN NEW;` },
  'moves the row to another stream': {
    when: 'BEFORE',
    body: `NEW.stream := 'nda-' || gen_random_uuid(); RETURN NEW;`,
  },
  'moves the row to another revision': {
    when: 'BEFORE',
    body: 'NEW.revision := NEW.revision + 7; RETURN NEW;',
  },
  'deletes the row at once': {
    when: 'AFTER',
    body: 'DELETE FROM event_store.events WHERE position = NEW.position; RETURN NULL;',
  },
};

describe('a database in which somebody replaced triggers and functions', () => {
  let test: TestBackend;
  let browser: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend();
    browser = test.browser();
  });
  afterAll(() => test.stop());

  const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
  const signing = { partyNumber: '1', signature: signature(1), signatureMode: 'in-person' };
  const sign = (id: string) => browser.post(`/api/ndas/${id}/sign`).send(signing);

  async function withTrigger<Result>(
    name: string,
    type: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { when, body } = TRIGGERS[name] ?? { when: 'BEFORE', body: '' };
    await sql(`CREATE FUNCTION event_store.harm() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.type <> '${type}' THEN RETURN NEW; END IF; ${body} END $$`);
    await sql(
      `CREATE TRIGGER harm ${when} INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION event_store.harm()`,
    );
    try {
      return await work();
    } finally {
      await sql('DROP FUNCTION event_store.harm CASCADE');
    }
  }

  const expectRefused = ({ status, body }: Response): void => {
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toContain('receipt');
  };

  it.each(Object.keys(TRIGGERS))('gives nobody a receipt for a signature if a trigger %s', async (name) => {
    const id = await create(browser);
    expectRefused(await withTrigger(name, 'Party1Signed.v2', () => sign(id)));
    const { status, signatureMode } = await read(browser, id);
    expect([status, signatureMode]).toEqual(['draft', null]);
  });

  it.each(Object.keys(TRIGGERS))('begins no agreement if a trigger %s', async (name) => {
    expectRefused(
      await withTrigger(name, 'NdaCreated.v2', () => test.browser().post('/api/ndas').send(terms)),
    );
  });

  /** Replaces the function that returns new events by one that also returns an erasure of this agreement. */
  async function invent(victim: string): Promise<void> {
    const { store, trust } = test.backend.infrastructure;
    const stream = ndaStream(victim);
    const last = (await store.readStream(stream)).at(-1) as UntrustedEvent;
    const { revision, id, data, metadata } = forgedAfter(last, trust.keys.log);
    await sql(`CREATE OR REPLACE FUNCTION event_store.news(after bigint, most int)
      RETURNS SETOF event_store.events LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN QUERY SELECT e.* FROM event_store.events e WHERE e.position > after ORDER BY e.position LIMIT most;
        RETURN QUERY SELECT max(e.position), '${stream}'::text COLLATE "C", ${revision}, '${id}'::uuid,
          'NdaErased.v1'::text COLLATE "C", '\\x${Buffer.from(data).toString('hex')}'::bytea,
          '\\x${Buffer.from(metadata).toString('hex')}'::bytea FROM event_store.events e;
      END $$`);
  }

  it('believes no event that a function returns instead of the log', async () => {
    const [victim, other] = [await create(browser), await create(browser)];
    await invent(victim);
    expect((await sign(other)).status).toBe(200);
    const paid = await signedByBoth(browser);
    await payByCard(browser, paid);
    await untilSent(browser, paid);
    expect((await read(browser, victim)).status).toBe('draft');
    expect(await test.backend.infrastructure.vault.keyIdOf(ndaStream(victim))).toEqual(expect.any(String));
    const { rows } = await sql('SELECT FROM ndas WHERE id = $1', [victim]);
    expect(rows).toHaveLength(1);
  });

  it('works again after the operator accepts the lost events, because a start restores the functions', async () => {
    const [lost, victim] = [await create(browser), await create(browser)];
    await until(async () => (await leavesOfStream(test.database.pool, ndaStream(lost), 0, 1)).length === 1);
    await invent(victim);
    await sql('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(lost)]);
    await test.backend.stop();
    const { database, secrets, dataDir } = test;
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...environmentOf(secrets) };
    const { statement: logAdopted } = await acceptLosses(env);
    const on = { database, secrets: { ...secrets, logAdopted }, dataDir };
    const again = await startTestBackend({ on });
    try {
      const { rows } = await sql("SELECT prosrc FROM pg_proc WHERE proname = 'news'");
      expect(JSON.stringify(rows)).not.toContain('NdaErased');
      const person = again.browser();
      const id = await signedByBoth(person);
      await payByCard(person, id);
      await untilSent(person, id);
      await until(async () => (await again.browser().get('/health/ready')).status === 200);
    } finally {
      await again.stop();
    }
  });
});
