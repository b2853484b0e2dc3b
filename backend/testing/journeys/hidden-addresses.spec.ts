import { HOUR_MS } from '@siegel/contracts/limits';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import type { IncomingMessage } from 'node:http';
import { readPdf } from '#src/delivery/testing/read-pdf';
import { RateLimiter } from '#src/http/limits/rate-limiter';
import { problem } from '#src/http/testing/problem';
import { verifyBundle } from '#src/proof/bundle/verify-bundle';
import { terms } from '../steps/samples.js';
import { create, payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { SetClock } from '#src/vault/testing/vault-database';
import { onlyInAll } from '#src/platform/testing/only-in-all';

const MINUTE_MS = 60_000;

const asBytes = (answer: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  (answer as IncomingMessage)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
};

/**
 * The clients use a proxy that does not know their addresses. An example is nginx in a container whose engine
 * hides the addresses.
 */
describe('a client whose address is not known', () => {
  let test: TestBackend;
  let auditor: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend({ env: { TRUST_PROXY: '127.0.0.1' } });
    auditor = test.browser();
    await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
  });
  afterAll(() => test.stop());

  it('has an address that evidence and pages show as not known, and gets an authentic document', async () => {
    const party1 = test.browser('en');
    const id = await signedByBoth(party1, { language: 'en' });
    await payByCard(party1, id);
    await untilSent(party1, id);
    const { body } = await auditor.get(`/api/audit/ndas/${id}/events`).expect(200);
    const signed = body.items.filter(({ type }: { type: string }) => type.endsWith('Signed'));
    expect(
      signed.map(({ ip, userAgent }: { ip: string | null; userAgent: string | null }) => [
        ip,
        typeof userAgent,
      ]),
    ).toEqual([
      [null, 'string'],
      [null, 'string'],
    ]);
    const file = await party1.get(`/api/ndas/${id}/pdf`).buffer(true).parse(asBytes).expect(200);
    const text = readPdf(file.body as Buffer).pages.join(' ');
    expect(text.match(/Internet address not known/g)).toHaveLength(2);
    expect(text).not.toContain('127.0.0');
    const checked = await party1
      .post('/api/verify')
      .set('content-type', 'application/pdf')
      .send(file.body as Buffer);
    expect(checked.body).toMatchObject({ verdict: 'authentic' });
    const bundle = await auditor
      .get(`/api/audit/ndas/${id}/evidence`)
      .buffer(true)
      .parse(asBytes)
      .expect(200);
    const keys = await test.backend.infrastructure.receipts.publicKeys();
    expect(verifyBundle(bundle.body as Buffer, { keys, certificates: undefined })).toMatchObject({
      verdict: 'intact',
    });
    expect((await auditor.get(`/api/audit/ndas/${id}/verify`).expect(200)).body).toMatchObject({
      verdict: 'intact',
    });
  });
});

describe('limits on clients whose addresses are not known', () => {
  const clock = new SetClock();
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend({ clock, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => test.stop());

  const times = (status: number, count: number): number[] => Array.from({ length: count }, () => status);
  async function statuses(count: number, ask: (n: number) => Promise<Response>): Promise<number[]> {
    const all: number[] = [];
    for (let n = 0; n < count; n += 1) all.push((await ask(n)).status);
    return all;
  }
  const limited = (answer: Response): void =>
    expect(problem(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
  function known(address: string): TestAgent {
    const browser = test.browser();
    void browser.set('x-forwarded-for', address);
    return browser;
  }

  onlyInAll.it('allow all of them together 30 calls an hour that name no agreement', async () => {
    const ask = async () => test.browser().post('/api/ndas').send(terms);
    expect(await statuses(30, ask)).toEqual(times(201, 30));
    limited(await ask());
    await create(known('203.0.113.1'));
    const withdraw = async (n: number) =>
      test
        .browser()
        .post('/api/withdrawals')
        .send({ name: 'Grace', email: `grace${n}@example.org`, reference: `order ${n}` });
    const mailed: unknown[] = [];
    for (let n = 0; n < 31; n += 1) mailed.push((await withdraw(n)).body.mail);
    expect(mailed).toEqual([...Array.from({ length: 30 }, () => 'sent'), 'withheld']);
    clock.advance(HOUR_MS);
    expect((await ask()).status).toBe(201);
  });

  it('allow as many calls for each named agreement as one client may make', async () => {
    const browser = test.browser();
    const [first, second] = [await signedByBoth(browser), await signedByBoth(browser)];
    const apply = async (id: string) =>
      browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode: 'NDA-XXXX-XXXX' });
    expect(await statuses(10, () => apply(first))).toEqual(times(404, 10));
    limited(await apply(first));
    expect((await apply(second)).status).toBe(404);
  });

  it('also apply to all of them together, even if they invent ids', async () => {
    // Moves the clock to the next minute, so that the calls of the other tests no longer count towards the
    // limit.
    clock.advance(MINUTE_MS);
    await test.database.pool.query(
      `INSERT INTO rate_limits (bucket, window_start, count) VALUES ($1, $2, 6000)`,
      [
        test.backend.infrastructure.keyedHash.of('visitor', 'rate-limit hidden no address'),
        new Date(Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS),
      ],
    );
    const ask = async (browser: TestAgent) => browser.get(`/api/ndas/${crypto.randomUUID()}`);
    // This backend learns the other backends' count only when it writes its own count (`flush`).
    expect((await ask(test.browser())).status).toBe(404);
    await test.backend.app.get(RateLimiter).flush();
    limited(await ask(test.browser()));
    expect((await ask(known('203.0.113.2'))).status).toBe(404);
    clock.advance(MINUTE_MS);
  });

  it('allow them five wrong passwords in all, and lock out nobody with a known address', async () => {
    const guess = async () => test.browser().post('/api/admin/login').send({ password: 'wrong' });
    expect(await statuses(5, guess)).toEqual(times(401, 5));
    limited(await guess());
    const right = { password: ADMIN_PASSWORD };
    limited(await test.browser().post('/api/admin/login').send(right));
    await known('203.0.113.3').post('/api/admin/login').send(right).expect(200);
    clock.advance(MINUTE_MS);
    const browser = test.browser();
    await browser.post('/api/admin/login').send(right).expect(200);
    // A successful login of one client does not unlock the other clients.
    limited(await guess());
    limited(await test.browser().post('/api/admin/login').send(right));
    // From now on this browser is counted separately, even after it has logged out.
    await browser.post('/api/admin/logout').expect(204);
    await browser.post('/api/admin/login').send(right).expect(200);
    const wrong = async () => browser.post('/api/admin/login').send({ password: 'wrong' });
    expect(await statuses(5, wrong)).toEqual(times(401, 5));
    limited(await wrong());
    clock.advance(HOUR_MS);
  });

  it('treat only browsers that never logged in as strangers', async () => {
    const strangers = test.backend.infrastructure.keyedHash.of(
      'visitor',
      'rate-limit strangersLogin everyone',
    );
    const browser = test.browser();
    await browser.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    await test.database.pool.query('UPDATE rate_limits SET count = 60 WHERE bucket = $1', [strangers]);
    limited(await test.browser().post('/api/admin/login').send({ password: ADMIN_PASSWORD }));
    await browser.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const forged = test.browser();
    void forged.set('cookie', 'known=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.forged');
    limited(await forged.post('/api/admin/login').send({ password: ADMIN_PASSWORD }));
    clock.advance(HOUR_MS);
  });
});
