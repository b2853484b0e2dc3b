import { answerParts } from '@siegel/contracts/admin/chat';
import { ASSISTANT_ERRORS, BUSY_WORDS, ERRORS } from '@siegel/contracts/errors';
import { HOUR_MS } from '@siegel/contracts/limits';
import type { Response, Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { EVERYBODY } from '../http/limits/refusal.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { problem } from '../http/testing/problem.js';
import { terms } from '../../testing/steps/samples.js';
import { create } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { ChatDouble } from './testing/chat-double.js';

const OPTIMISE = '/api/optimize-description';
const CHAT = '/api/admin/chat';
const rewritten = `Kurz gesagt: ${terms.ideaDescription}`;
const question = { messages: [{ role: 'user', content: 'Wie lief die Woche?' }], language: 'de' };

const clock = new SetClock();
const double = new ChatDouble();
const logged: string[] = [];
let test: TestBackend;
let addresses = 0;
beforeAll(async () => {
  const env = await double.startConfigured();
  test = await startTestBackend({
    clock,
    env: {
      ...env,
      AI_PROVIDER_NAME: 'KI-Labor',
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
    logs: { write: (line: string) => void logged.push(line) },
  });
});
afterAll(async () => {
  await test.stop();
  await double.stop();
});
beforeEach(() => {
  double.requests.length = 0;
  double.answers.length = 0;
  double.otherwise = () => ({ text: rewritten });
});

function newcomer(language: 'de' | 'en' = 'de'): TestAgent {
  const browser = test.browser(language);
  void browser.set('x-forwarded-for', `203.0.113.${(addresses += 1)}`);
  return browser;
}
async function loggedIn(password = ADMIN_PASSWORD): Promise<TestAgent> {
  const browser = newcomer();
  await browser.post('/api/admin/login').send({ password }).expect(200);
  return browser;
}
const optimise = (browser: TestAgent, description: unknown = terms.ideaDescription): Test =>
  browser.post(OPTIMISE).send({ description, language: 'de' });
const statuses = async (times: number, ask: () => PromiseLike<Response>): Promise<Set<number>> => {
  const met = new Set<number>();
  for (let n = 0; n < times; n += 1) met.add((await ask()).status);
  return met;
};

describe('rewriting a description', () => {
  it("is announced with the provider's name, and works", async () => {
    const { body } = await newcomer().get('/api/site').expect(200);
    expect(body.ai).toEqual({ provider: 'KI-Labor' });
    expect(body.receivers).toEqual([{ role: 'ai', name: 'KI-Labor' }]);
    await optimise(newcomer()).expect(200, { optimizedText: rewritten });
  });

  it('reports a failure in the requested language, and logs none of the text', async () => {
    double.otherwise = () => ({ status: 500 });
    const answer = await optimise(newcomer('en'));
    expect(problem(answer)).toMatchObject({ status: 502, code: 'ai_failed', message: ERRORS.ai_failed.en });
    expect(logged.join('')).toContain('The AI provider gave no usable answer');
    expect(logged.join('')).not.toMatch(/somebody wrote|sk-of-the-double/);
    expect(logged.join('')).not.toContain(terms.ideaDescription.slice(0, 20));
  });

  it('is limited by the number of calls that reach the provider', async () => {
    const browser = newcomer();
    const again = () => optimise(browser);
    expect(await statuses(12, () => optimise(browser, 'too short'))).toEqual(new Set([400]));
    expect(await statuses(10, again)).toEqual(new Set([200]));
    const refused = await again();
    expect(problem(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(double.requests).toHaveLength(10);
    await optimise(newcomer()).expect(200);
    clock.advance(HOUR_MS);
    await again().expect(200);
  });

  it('is refused to everybody beyond the ceiling of all clients, before anything reaches the provider', async () => {
    const limiter = test.backend.app.get(RateLimiter);
    for (;;) {
      const isSpent = await limiter.count('allRewrites', EVERYBODY).then(
        () => false,
        () => true,
      );
      if (isSpent) break;
    }
    for (const language of ['de', 'en'] as const) {
      const refused = await optimise(newcomer(language));
      expect(problem(refused)).toMatchObject({ status: 429, message: BUSY_WORDS[language] });
    }
    expect(double.requests).toEqual([]);
    clock.advance(HOUR_MS);
    await optimise(newcomer()).expect(200);
  });

  it('ends when the caller disconnects', async () => {
    double.otherwise = () => 'silence';
    const asked = double.nextCall();
    const call = optimise(newcomer());
    call.end(() => {});
    await asked;
    call.abort();
    await double.lastCallOver;
    expect(double.requests).toHaveLength(1);
  });
});

describe('the assistant', () => {
  it('answers only the admin', async () => {
    expect(problem(await newcomer().post(CHAT).send(question))).toMatchObject({ code: 'unauthenticated' });
    const auditor = await loggedIn('the-auditor-of-the-tests');
    expect(problem(await auditor.post(CHAT).send(question))).toMatchObject({ code: 'forbidden' });
    expect(double.requests).toEqual([]);
    double.answers.push({ text: 'Gut.' });
    await (await loggedIn()).post(CHAT).send(question).expect(200, { response: 'Gut.' });
  });

  it('accepts a conversation, and explains what is wrong with an invalid one', async () => {
    const admin = await loggedIn();
    const [message] = question.messages;
    for (const messages of [[], Array(41).fill(message), [{ role: 'user', content: 'x'.repeat(4001) }]]) {
      const refused = await admin.post(CHAT).send({ ...question, messages });
      expect(problem(refused)).toMatchObject({ code: 'validation_failed', errors: [{ field: 'messages' }] });
    }
    await admin
      .post(CHAT)
      .send({ ...question, messages: Array(40).fill(message) })
      .expect(200);
    expect(double.requests).toHaveLength(1);
  });

  it('sends only figures: no name, title, code or recipient reaches the provider', async () => {
    const admin = await loggedIn();
    const party = newcomer();
    const ndaId = await create(party);
    const issued = await admin
      .post('/api/admin/vouchers')
      .send({ recipientName: 'Erika Musterfrau' })
      .expect(201);
    await admin.post('/api/admin/vouchers').send({}).expect(201);
    const days = { from: '2020-01-01', to: '2020-01-31' };
    double.answers.push(
      {
        calls: [
          { name: 'read_funnel', arguments: days },
          { name: 'read_page_views', arguments: days },
          { name: 'count_vouchers', arguments: {} },
          { name: 'read_revenue', arguments: {} },
          { name: 'list_obligations', arguments: {} },
          { name: 'list_ndas', arguments: {} },
        ],
      },
      { text: 'Zwei Gutscheine.' },
    );
    const { body } = await admin.post(CHAT).send(question).expect(200);
    const { text, sources } = answerParts(body.response);
    expect(text).toBe('Zwei Gutscheine.');
    expect(sources).toHaveLength(5);
    expect(sources[2]).toBe('Gutscheine, jetzt: verfügbar 2, eingelöst 0, abgelaufen 0');
    const told = double.last.messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content ?? '');
    const month = clock.now().toISOString().slice(0, 7);
    expect(JSON.parse(told[2] ?? '')).toEqual({
      states: { available: 2, used: 0, expired: 0 },
      months: [{ month, issued: 2, used: 0 }],
    });
    expect(JSON.parse(told[3] ?? '')).toMatchObject({ agreements: 1, byStatus: { draft: 1 }, revenueEur: 0 });
    expect(JSON.parse(told[5] ?? '')).toHaveProperty('error');
    const sent = JSON.stringify(double.requests.map((request) => request.body));
    const { ideaTitle, party1Name, party1Email, party2Name, party2Email } = terms;
    const secrets = [ideaTitle, party1Name, party1Email, party2Name, party2Email];
    for (const secret of [...secrets, 'Erika', issued.body.code, issued.body.id, ndaId])
      expect(sent).not.toContain(secret);
  });

  it('reports a failure in its own words', async () => {
    const admin = await loggedIn();
    double.otherwise = () => ({ status: 429 });
    expect(problem(await admin.post(CHAT).send(question))).toMatchObject({
      status: 502,
      code: 'ai_failed',
      message: ASSISTANT_ERRORS.ai_failed.de,
    });
  });

  it('ends when the admin stops it', async () => {
    const admin = await loggedIn();
    double.answers.push({ calls: [{ name: 'count_vouchers', arguments: {} }] }, 'silence');
    const asked = double.nextCall().then(() => double.nextCall());
    const call = admin.post(CHAT).send(question);
    call.end(() => {});
    await asked;
    call.abort();
    await double.lastCallOver;
    expect(double.requests).toHaveLength(2);
  });

  it('answers sixty questions an hour per session, not counting refused ones', async () => {
    const admin = await loggedIn();
    const ask = () => admin.post(CHAT).send(question);
    expect(await statuses(3, () => admin.post(CHAT).send({}))).toEqual(new Set([400]));
    expect(await statuses(60, ask)).toEqual(new Set([200]));
    expect(problem(await ask())).toMatchObject({ status: 429, code: 'rate_limited' });
    await (await loggedIn()).post(CHAT).send(question).expect(200);
    clock.advance(HOUR_MS);
    await ask().expect(200);
  });
});
