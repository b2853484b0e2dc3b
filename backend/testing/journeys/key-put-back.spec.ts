import type TestAgent from 'supertest/lib/agent.js';
import { replayNda } from '#src/cli/replay';
import { keyRow, putBack } from '#src/erasure/testing/key-rows';
import { ndaStream } from '#src/nda/nda.events';
import { terms } from '../steps/samples.js';
import { create, sign } from '../steps/steps.js';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** Texts that a person typed into the agreement. */
const TYPED = [terms.ideaTitle, terms.party1Name, terms.party2Name, terms.party1Email, terms.party2Email];

/** An attacker has kept a key's row, and writes it back after the agreement was erased. */
describe('the key of an erased agreement whose row is written back', () => {
  let first: TestBackend;
  let running: TestBackend;
  beforeAll(async () => {
    first = await startTestBackend();
    running = first;
  });
  afterAll(async () => {
    await running.backend.stop();
    await first.database.drop();
  });

  it('opens nothing, neither before nor after a start, because the stream contains the erasure', async () => {
    const browser = first.browser();
    const ndaId = await create(browser);
    await sign(browser, ndaId, 1);
    const stream = ndaStream(ndaId);
    const { pool } = first.database;
    const kept = await keyRow(pool, stream);
    const [admin, auditor] = [await logIn(ADMIN_PASSWORD), await logIn(AUDITOR_PASSWORD)];
    const people = { browser, admin, auditor };
    expect(await told(people, ndaId)).toContain(terms.ideaTitle);

    await admin.delete(`/api/admin/ndas/${ndaId}`).expect(204);
    await until(async () => (await keyRow(pool, stream)).row['wrapped'] === null);
    await putBack(pool, kept);
    const here = await told(people, ndaId);

    // The key is destroyed again only by the next start.
    await restart();
    expect((await keyRow(pool, stream)).row['wrapped']).toBeNull();
    await putBack(pool, kept);
    await restart();
    for (const agent of Object.values(people)) Object.assign(agent, { app: running.backend.address });
    // The key exists again, so only the stream prevents its use.
    expect((await keyRow(pool, stream)).row['wrapped']).not.toBeNull();
    const after = await told(people, ndaId);
    for (const text of TYPED) expect([here, after].map((all) => all.includes(text))).toEqual([false, false]);
  });

  async function restart(): Promise<void> {
    await running.backend.stop();
    running = await startTestBackend({ on: first });
  }

  async function logIn(password: string): Promise<TestAgent> {
    const agent = first.browser();
    await agent.post('/api/admin/login').send({ password }).expect(200);
    return agent;
  }

  /**
   * Returns one text with all responses about the agreement that these browsers get, and with the replay of
   * the agreement.
   */
  async function told(
    { browser, admin, auditor }: Record<'browser' | 'admin' | 'auditor', TestAgent>,
    ndaId: string,
  ): Promise<string> {
    const audit = `/api/audit/ndas/${ndaId}`;
    const answers = await Promise.all([
      browser.get(`/api/ndas/${ndaId}`),
      browser.get(`/api/ndas/${ndaId}/signatures/1`),
      admin.get(`/api/ndas/${ndaId}`),
      admin.get('/api/admin/ndas'),
      ...['/events', '/at/0', '/at/1', '/readings', '/evidence'].flatMap((path) =>
        [admin, auditor].map((agent) => agent.get(`${audit}${path}`)),
      ),
    ]);
    const printed = await replayNda(running.backend.infrastructure.journal, ndaId, undefined);
    return [...answers.map(({ text, body }) => text ?? String(body)), JSON.stringify(printed)].join('\n');
  }
});
