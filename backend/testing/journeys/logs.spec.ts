import { RenderPool } from '#src/delivery/pdf/render-pool';
import { ndaDecider } from '#src/nda/nda.decider';
import { OperatorError } from '#src/platform/errors/operator-error';
import { newId } from '#src/platform/crypto/ids';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { until } from '#src/platform/testing/until';
import { card, signature, terms } from '../steps/samples.js';
import { create, openIntent, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

const ADDRESS = '203.0.113.77';
const AGENT = 'Fernseher/1.0 (Wohnzimmer)';
const SECRET_LINK = 'c2VjcmV0LXRva2VuLW9mLWFuLWludml0YXRpb24tMTIzNA';

/**
 * Runs a whole journey at the most verbose log level. The journey contains everything that could get into a
 * log (rule:logs-hold-no-secrets).
 */
describe('the logs of a whole journey', () => {
  const lines: string[] = [];
  let test: TestBackend;
  /** Texts that must never be in a log. */
  const secrets = new Set<string>();

  beforeAll(async () => {
    test = await startTestBackend({
      env: { LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1' },
      logs: { write: (line: string) => void lines.push(line) },
    });
    await journey();
    await until(() => lines.some((line) => line.includes('"status":404')));
    await test.stop();
  });

  const keep = <Text extends string>(text: Text): Text => {
    secrets.add(text);
    return text;
  };

  function browserOf(language: 'de' | 'en' = 'de') {
    const browser = test.browser(language);
    void browser.set('x-forwarded-for', ADDRESS).set('user-agent', AGENT);
    return browser;
  }

  async function journey(): Promise<void> {
    for (const text of [ADDRESS, AGENT, SECRET_LINK, ADMIN_PASSWORD]) keep(text);
    for (const text of [
      terms.ideaTitle,
      terms.ideaDescription,
      terms.party1Name,
      terms.party1Email,
      terms.party1Company,
    ])
      keep(text);
    for (const text of [terms.party2Name, terms.party2Email, 'Katharina', 'Achterberg', 'thomas@'])
      keep(text);
    const admin = browserOf();
    await admin
      .post('/api/admin/login')
      .send({ password: keep('a-wrong-password') })
      .expect(401);
    const login = await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    keepCookies(login.headers['set-cookie']);
    const { body: voucher } = await admin
      .post('/api/admin/vouchers')
      .send({ recipientName: keep('Grace Hopper') })
      .expect(201);
    keep(voucher.code);

    const browser = browserOf();
    const created = await browser
      .post('/api/ndas')
      .set('idempotency-key', keep('the-key-of-this-text'))
      .send(terms)
      .expect(201);
    keepCookies(created.headers['set-cookie']);
    const { id } = created.body;
    for (const party of [1, 2] as const) {
      keep(signature(party).slice(40, 120));
      await sign(browser, id, party);
    }
    const { clientSecret } = await openIntent(browser, id);
    keep(clientSecret.split('_secret_')[1] ?? '');
    for (const cardNumber of [keep('4000 0000 0000 0002'), keep(card.cardNumber)])
      await browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send({ ...card, cardNumber });
    await browser
      .post(`/api/sandbox/payments/${clientSecret.slice(0, -3)}abc/confirm`)
      .send(card)
      .expect(404);
    await untilSent(browser, id);
    await browser.get(`/api/ndas/${id}/pdf`).expect(200);
    await admin.get(`/api/ndas/${id}`).expect(200);

    // Lets the first attempt to make the document fail, with an error message that contains a party's name.
    const error = new Error(`no glyph in ${terms.party1Name}`, { cause: new OperatorError('Too busy.') });
    jest.spyOn(RenderPool.prototype, 'render').mockRejectedValueOnce(error);
    const other = await signedByBoth(browser);
    await browser
      .post(`/api/ndas/${other}/apply-voucher`)
      .send({ voucherCode: keep('NDA-FALS-CHER') })
      .expect(404);
    await browser.post(`/api/ndas/${other}/apply-voucher`).send({ voucherCode: voucher.code }).expect(200);
    await untilSent(browser, other);
    await failures(browser);

    const erased = await create(browser);
    const context = contextAt(new Date().toISOString(), { commandId: newId() });
    await test.backend.infrastructure.commands.run(
      ndaDecider,
      erased,
      { type: 'EraseNda', reason: 'admin' },
      context,
    );
    await until(async () => (await browser.get(`/api/ndas/${erased}`)).status === 404);
  }

  async function failures(browser: ReturnType<typeof browserOf>): Promise<void> {
    await browser
      .post('/api/ndas')
      .send({ ...terms, party1Email: keep('keine-adresse@@example'), [keep('geheimesFeld')]: 1 })
      .expect(400);
    await browser
      .post('/api/ndas')
      .set('content-type', 'application/json')
      .send(`{"ideaTitle": "${keep('Zerbrochener Titel')}`)
      .expect(400);
    await browser.get(`/sign/${SECRET_LINK}?mail=${terms.party1Email}`);
    await browser.get(`/api/remote-signature/${SECRET_LINK}`);
    await browser.get(`/api/nothing/${SECRET_LINK}?q=${SECRET_LINK}`).expect(404);
    await browser.get(`/api/ndas/${SECRET_LINK}`).expect(404);
    await browser
      .post('/api/analytics/page-view')
      .send({ page: 'home', sessionId: keep('session-1234567890-abcdef') })
      .expect(202);
    const faq = () =>
      browser.post('/api/analytics/page-view').send({ page: 'faq', sessionId: 'session-1234567890-abcdef' });
    // Causes an error of the database whose message contains a row's text.
    await test.database.pool.query("ALTER TABLE page_views ADD CONSTRAINT broken CHECK (page <> 'faq')");
    await faq().expect(503);
    // Causes an unexpected error.
    await test.database.pool.query('ALTER TABLE page_views RENAME COLUMN page TO renamed');
    await faq().expect(500);
  }

  function keepCookies(cookies: unknown): void {
    for (const cookie of Array.isArray(cookies) ? (cookies as string[]) : [])
      keep(cookie.split(';')[0]?.split('=')[1] ?? '');
  }

  it('have one structured line for each answer, with the declared form of its route', () => {
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const answered = entries.filter(({ msg }) => msg === 'answered');
    expect(answered.length).toBeGreaterThan(25);
    for (const entry of answered)
      expect(entry).toMatchObject({
        requestId: expect.any(String),
        method: expect.any(String),
        route: expect.any(String),
        status: expect.any(Number),
      });
    const routes = new Set(answered.map(({ route }) => route));
    for (const route of ['/api/ndas', '/api/ndas/:id/sign', '/api/sandbox/payments/:clientSecret/confirm'])
      expect(routes).toContain(route);
    expect(answered.find(({ status }) => status === 500)).toMatchObject({ code: 'internal_error' });
    const refused = entries.find(({ msg }) => String(msg).startsWith('The database refused a statement'));
    expect(refused).toMatchObject({ code: 'unavailable', level: 'error', error: expect.anything() });
  });

  it('say why a document could not be made, without the message of a package', () => {
    const failed = lines
      .map((line) => JSON.parse(line))
      .find(({ msg }) => String(msg).startsWith('job failed'));
    const at = expect.arrayContaining([expect.stringContaining('logs.spec')]);
    expect(failed).toMatchObject({
      error: 'DeliveryStepFailed unexpected',
      causes: [
        { error: 'Error', at },
        { error: 'OperatorError', at, message: 'Too busy.' },
      ],
    });
  });

  it('contain no token, secret, address or word of the parties', () => {
    const text = lines.join('');
    expect(secrets.size).toBeGreaterThan(25);
    for (const secret of secrets) {
      if (text.includes(secret))
        throw new Error(`${secret} stands in a log: ${lines.find((line) => line.includes(secret))}`);
      expect(secret.length).toBeGreaterThan(3);
    }
  });
});
