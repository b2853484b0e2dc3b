import type { Response, Test } from 'supertest';
import { terms } from '../../testing/steps/samples.js';
import { invitable } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { type LinkPurpose, LinkTokens } from '../vault/link-tokens.js';
import { eventsOf } from '../../testing/steps/act.js';

const CORRECTED = 'richtige.adresse@example.org';
const PURPOSES: Readonly<Record<string, LinkPurpose>> = {
  Party2Invited: 'invitation',
  Party2AddressCorrected: 'invitation',
  ContinueLinkRequested: 'continue',
};

/** Link tokens and the recipient's address appear only in mails (rule:link-tokens). */
describe('the secrets in links', () => {
  const lines: string[] = [];
  const answers: string[] = [];
  let test: TestBackend;
  let tokens: readonly string[];

  beforeAll(async () => {
    test = await startTestBackend({
      env: { LOG_LEVEL: 'debug', RATE_LIMIT_FACTOR: '10' },
      logs: { write: (line: string) => void lines.push(line) },
    });
    tokens = await journey();
  });
  afterAll(() => test.stop());

  const keep = async (call: Test): Promise<Response> => {
    const answer = await call;
    answers.push(JSON.stringify([answer.headers, answer.body]));
    return answer;
  };
  const tokensOf = async (ndaId: string): Promise<string[]> => {
    const made = new LinkTokens(test.secrets.indexKey);
    return (await eventsOf(test, ndaId)).flatMap(({ type, open }) => {
      const purpose = PURPOSES[type];
      const { linkId } = open as { linkId?: string };
      return purpose === undefined || linkId === undefined
        ? []
        : [made.make({ purpose, ndaId, about: linkId })];
    });
  };

  /** Makes every call that creates a link, and then uses a link. Returns the tokens of all links. */
  async function journey(): Promise<readonly string[]> {
    const browser = test.browser();
    const id = await invitable(browser);
    const post = (call: string) => keep(browser.post(`/api/ndas/${id}/${call}`));
    for (const call of ['initiate-remote-signature', 'resend-remote-invite', 'continue-link'])
      await post(call);
    await keep(browser.patch(`/api/ndas/${id}/party2-email`).send({ party2Email: CORRECTED }));
    for (const call of ['cancel-remote-invite', 'initiate-remote-signature']) await post(call);
    const made = await tokensOf(id);
    const [token = ''] = made.filter(({ length }) => length === 65);
    for (const _ of ['let in', 'used', 'again']) await keep(test.browser().post(`/api/continue/${token}`));
    await keep(browser.get(`/api/ndas/${id}`));
    return made;
  }

  const told = (text: string): readonly string[] => tokens.filter((token) => text.includes(token));

  it('exist for each invitation, corrected address and link to continue', () => {
    expect(tokens.map(({ length }) => length)).toEqual([43, 65, 43, 43]);
    expect(new Set(tokens).size).toBe(4);
  });

  it('are in no answer', () => {
    expect(answers.map(told)).toEqual(answers.map(() => []));
  });

  it('are in no log, and neither is the address', () => {
    expect(lines.some((line) => line.includes('/api/continue/:token'))).toBe(true);
    expect(lines.filter((line) => told(line).length > 0)).toEqual([]);
    const addresses = [CORRECTED, terms.party1Email, terms.party2Email];
    expect(lines.filter((line) => addresses.some((address) => line.includes(address)))).toEqual([]);
  });

  it('are in no table: events, rows, jobs, limits', async () => {
    const { rows: tables } = await test.database.pool.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('event_store.events');
    for (const { name } of tables) {
      const { rows } = await test.database.pool.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${name} t`,
      );
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of [...tokens, CORRECTED, terms.party2Email]) {
        expect([name, text.includes(secret)]).toEqual([name, false]);
        expect([name, text.includes(Buffer.from(secret).toString('hex'))]).toEqual([name, false]);
      }
    }
  });
});
