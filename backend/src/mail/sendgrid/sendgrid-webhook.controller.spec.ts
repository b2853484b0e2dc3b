import { monitorEventLoopDelay } from 'node:perf_hooks';
import request from 'supertest';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { problem } from '../../http/testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../../http/testing/test-app.js';
import { ecPublicKey } from '../../platform/crypto/ec-public-key.js';
import type { Logger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { LOGGER } from '../../platform/wiring/tokens.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { KeyMissing } from '../../vault/vault.js';
import { sendGridSigner } from '../testing/sendgrid-signer.js';
import { HandledReports } from './handled-reports.js';
import type { MailReport } from './mail-reports.js';
import { HandledMailReports1795000004200 } from './migrations/1795000004200-handled-mail-reports.js';
import { SendGridWebhookController } from './sendgrid-webhook.controller.js';
import { SendGridWebhook } from './sendgrid-webhook.js';

const PATH = '/api/webhooks/sendgrid';
const NDA = '0192f0c4-7b1e-7c3d-9a55-0123456789ab';
const OTHER = '0192f0c4-7b1e-7c3d-9a55-0123456789ac';
const DIGEST = 'd'.repeat(64);

const signer = sendGridSigner();
const clock = new SetClock();
const seconds = (): number => Math.floor(clock.now().getTime() / 1000);

let eventIds = 0;
const entry = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  email: 'thomas@example.org',
  timestamp: seconds() - 5,
  'smtp-id': '<0123456789abcdef@siegel.example>',
  event: 'delivered',
  sg_event_id: `event-${(eventIds += 1)}==`,
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  app: 'siegel',
  nda: NDA,
  message: DIGEST,
  ...more,
});

describe('POST /api/webhooks/sendgrid', () => {
  let database: TestDatabase;
  let app: TestApp;
  let keyless: TestApp;
  const reported: MailReport[] = [];
  let report: (one: MailReport) => Promise<void>;

  const appWith = (key: string | undefined): Promise<TestApp> =>
    createTestApp({
      database,
      clock,
      controllers: [SendGridWebhookController],
      providers: [
        {
          provide: SendGridWebhook,
          inject: [LOGGER],
          useFactory: (logger: Logger) =>
            new SendGridWebhook({
              key: key === undefined ? undefined : ecPublicKey(key),
              reports: { about: async () => (one) => report(one) },
              handled: new HandledReports(database.pool, clock),
              clock,
              logger,
            }),
        },
      ],
    });
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [...HTTP_MIGRATIONS, HandledMailReports1795000004200],
    });
    app = await appWith(signer.publicKey);
    keyless = await appWith(undefined);
  });
  beforeEach(async () => {
    reported.length = 0;
    report = async (one) => void reported.push(one);
    await database.pool.query('DELETE FROM handled_mail_reports');
  });
  afterAll(async () => {
    await app.close();
    await keyless.close();
    await database.drop();
  });

  const post = (body: string | Buffer, headers = signer.headers(body, seconds()), { server } = app) =>
    request(server)
      .post(PATH)
      .set(headers)
      // Sends the body unchanged, because supertest would write bytes as JSON.
      .serialize((sent: unknown) => sent as string)
      .send(body);
  const postAll = (...entries: unknown[]) => post(JSON.stringify(entries));
  const noted = async (): Promise<number> =>
    (await database.pool.query('SELECT FROM handled_mail_reports')).rowCount ?? 0;

  describe('accepts a signed call', () => {
    it('over exactly the bytes that were received', async () => {
      const answer = await post(`[ ${JSON.stringify(entry())}\r\n]\r\n`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(reported).toHaveLength(1);
    });

    it('from any origin', async () => {
      const body = JSON.stringify([entry()]);
      const headers = { ...signer.headers(body, seconds()), origin: 'https://sendgrid.example' };
      await post(body, headers).expect(200);
    });

    it.each([
      ['without a signature', { 'x-twilio-email-event-webhook-signature': undefined }],
      ['with a signature that is not base64', { 'x-twilio-email-event-webhook-signature': 'ä' }],
      ['with an empty signature', { 'x-twilio-email-event-webhook-signature': '' }],
      ['with a truncated signature', { 'x-twilio-email-event-webhook-signature': 'MEUCIQ==' }],
      ['without its time', { 'x-twilio-email-event-webhook-timestamp': undefined }],
      ['with another time', { 'x-twilio-email-event-webhook-timestamp': String(seconds() + 1) }],
    ])('and refuses a call %s', async (_, change) => {
      const body = JSON.stringify([entry()]);
      const headers = Object.fromEntries(
        Object.entries({ ...signer.headers(body, seconds()), ...change }).filter(
          ([, value]) => value !== undefined && value !== 'ä',
        ),
      ) as Record<string, string>;
      const answer = await post(body, headers);
      expect(answer.status).toBe(400);
      expect(problem(answer)).toMatchObject({ code: 'webhook_signature' });
      expect(reported).toEqual([]);
    });

    it("by SendGrid's key only, exactly as it was signed", async () => {
      const body = JSON.stringify([entry()]);
      await post(body, sendGridSigner().headers(body, seconds())).expect(400);
      await post(body.replace('delivered', 'bounce'), signer.headers(body, seconds())).expect(400);
      expect(reported).toEqual([]);
    });

    it.each([
      [-600, 200],
      [-601, 400],
      [600, 200],
      [602, 400],
    ])('within ten minutes of its time: %i s from now gives %i', async (offset, status) => {
      const body = JSON.stringify([entry()]);
      await post(body, signer.headers(body, seconds() + offset)).expect(status);
    });

    it.each(['', 'now', '1e9', '-1', '9'.repeat(400)])('with a valid time, unlike "%s"', async (time) => {
      const body = JSON.stringify([entry()]);
      await post(body, signer.headers(body, time)).expect(400);
    });

    it('in JSON only', async () => {
      const body = JSON.stringify([entry()]);
      const headers = { ...signer.headers(body, seconds()), 'content-type': 'text/plain' };
      await post(body, headers).expect(415);
    });
  });

  it('gives 404 without a key', async () => {
    const body = JSON.stringify([entry()]);
    const answer = await post(body, signer.headers(body, seconds()), keyless);
    expect(answer.status).toBe(404);
    expect(problem(answer)).toMatchObject({ code: 'not_found' });
  });

  describe('records of a message', () => {
    it.each([
      ['delivered', {}, { what: 'delivered', code: 'delivered', permanent: false }],
      ['bounce', { type: 'bounce' }, { what: 'bounced', code: 'bounced', permanent: true }],
      ['bounce', {}, { what: 'bounced', code: 'bounced', permanent: true }],
      ['bounce', { type: 'blocked' }, { what: 'bounced', code: 'blocked', permanent: false }],
      ['dropped', {}, { what: 'bounced', code: 'dropped', permanent: true }],
      ['dropped', { type: 'blocked' }, { what: 'bounced', code: 'blocked', permanent: false }],
      ['spamreport', {}, { what: 'bounced', code: 'spam', permanent: true }],
    ])('%s %j', async (event, more, expected) => {
      await postAll(entry({ event, reason: '550 no such user', ...more })).expect(200);
      expect(reported).toEqual([
        {
          ndaId: NDA,
          messageDigest: DIGEST,
          ...expected,
          reason: '550 no such user',
          at: new Date((seconds() - 5) * 1000),
        },
      ]);
    });

    it.each([
      'deferred',
      'processed',
      'open',
      'click',
      'unsubscribe',
      'account_status_change',
      'new',
      7,
      null,
    ])('nothing if the event is %s', async (event) => {
      await postAll(entry({ event })).expect(200);
      expect(reported).toEqual([]);
    });

    it.each([
      ['of another application', { app: 'other' }],
      ['of no application', { app: undefined }],
      ['without an NDA', { nda: undefined }],
      ['of an invalid NDA', { nda: `${NDA}'; --` }],
      ['of an invalid message', { message: 'D'.repeat(64) }],
      ['of wrong types', { app: ['siegel'], nda: 1, message: {} }],
    ])('nothing if the message is one %s', async (_, more) => {
      await postAll(entry(more), entry({ nda: OTHER })).expect(200);
      expect(reported.map(({ ndaId }) => ndaId)).toEqual([OTHER]);
    });

    it.each([
      ['nothing', undefined, ''],
      ['no text', { a: 1 }, ''],
      ['lines and a NUL', '550\r\n\u0000no  such user\n', '550 no  such user'],
      ['very much', 'x'.repeat(100_000), 'x'.repeat(500)],
      ['half a character at the limit', `${'x'.repeat(499)}\u{1f512}`, 'x'.repeat(499)],
    ])('the reason, given %s', async (_, reason, expected) => {
      await postAll(entry({ event: 'bounce', reason })).expect(200);
      expect(reported[0]?.reason).toBe(expected);
    });

    it.each([undefined, 'yesterday', -1, 1e300, Number.MAX_SAFE_INTEGER])(
      'the current time, if its own is %s',
      async (timestamp) => {
        await postAll(entry({ timestamp })).expect(200);
        expect(reported[0]?.at).toEqual(clock.now());
      },
    );
  });

  describe('records each report once', () => {
    it('even if it is repeated, in the same call or in another', async () => {
      const [one, other] = [entry(), entry()];
      await postAll(one, other).expect(200);
      await postAll(one, entry(), other).expect(200);
      expect(reported).toHaveLength(3);
      expect(await noted()).toBe(3);
    });

    it("in the order in which SendGrid saw them, regardless of the list's order", async () => {
      await postAll(entry({ event: 'bounce' }), entry({ timestamp: seconds() - 60 })).expect(200);
      expect(reported.map(({ what }) => what)).toEqual(['delivered', 'bounced']);
    });

    it('recognised by the facts alone if it has no id', async () => {
      for (const sg_event_id of [undefined, 'x'.repeat(201), 'a b', 7])
        await postAll(entry({ sg_event_id })).expect(200);
      expect(reported).toHaveLength(4);
      expect(await noted()).toBe(0);
    });

    it('even if twenty calls come at once', async () => {
      const body = JSON.stringify([entry(), entry({ nda: OTHER }), entry()]);
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(await noted()).toBe(3);
    });

    it('and notes it only after recording it, so that a crash in between loses nothing', async () => {
      report = async (one) => {
        expect(await noted()).toBe(0);
        reported.push(one);
      };
      await postAll(entry()).expect(200);
      expect(reported).toHaveLength(1);
      expect(await noted()).toBe(1);
    });
  });

  describe('when something fails', () => {
    it('goes on with the other reports, and logs nothing of the content', async () => {
      const wrong = entry({ event: 'bounce', reason: 'no thomas@example.org here' });
      report = async (one) => {
        if (one.what === 'bounced') throw new TypeError(`of ${one.reason}`);
        reported.push(one);
      };
      await postAll(entry(), wrong, entry(), entry({ nda: OTHER })).expect(200);
      expect(reported).toHaveLength(3);
      expect(await noted()).toBe(3);
      const lines = app.logs.filter(({ msg }) => String(msg).startsWith('A SendGrid report about a mail'));
      expect(lines).toMatchObject([{ ndaId: NDA, what: 'bounced', name: 'TypeError' }]);
      expect(JSON.stringify(app.logs)).not.toMatch(/thomas|no such/);
    });

    it.each([
      ['the store', new EventStoreUnavailable('away')],
      ['a key', new KeyMissing(`nda-${NDA}`)],
    ])('asks for another call about reports that wait for %s, and records the others', async (_, away) => {
      const body = JSON.stringify([entry(), entry({ event: 'bounce' }), entry({ nda: OTHER })]);
      report = async (one) => {
        if (one.what === 'bounced') throw away;
        reported.push(one);
      };
      const answer = await post(body);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
      expect(await noted()).toBe(2);
      reported.length = 0;
      report = async (one) => void reported.push(one);
      await post(body).expect(200);
      expect(reported.map(({ what }) => what)).toEqual(['bounced']);
    });

    it('asks for another call about reports that were not handled in time', async () => {
      const ndas = Array.from(
        { length: 12 },
        (_, n) => `0192f0c4-7b1e-7c3d-9a55-${String(n).padStart(12, '0')}`,
      );
      const body = JSON.stringify(ndas.map((nda) => entry({ nda })));
      const headers = signer.headers(body, seconds());
      report = async (one) => {
        reported.push(one);
        clock.advance(1_000);
      };
      await post(body, headers).expect(503);
      expect(reported.length).toBeLessThan(12);
      await post(body, headers).expect(503);
      await post(body, headers).expect(200);
      expect(reported.map(({ ndaId }) => ndaId).toSorted()).toEqual(ndas);
    });
  });

  describe('refuses', () => {
    it.each([
      ['nothing', '', 400],
      ['no JSON', 'event=delivered', 400],
      ['half of one', '[{"event":"delivered"', 400],
      ['no UTF-8', Buffer.from('["\u00ff"]', 'latin1'), 400],
      ['an object', JSON.stringify({ events: [] }), 400],
      ['a number', '1', 400],
      ['nine levels', `${'['.repeat(9)}${']'.repeat(9)}`, 413],
      ['4001 entries', JSON.stringify(Array.from({ length: 4_001 }, () => ({}))), 413],
      ['more members than entries have', `[{"a":[${'1,'.repeat(40_001)}1]}]`, 413],
      ['more lists than entries have', `[${'[[[[[]]]]],'.repeat(3_200)}[]]`, 413],
    ])('%s', async (_, body, status) => {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(problem(answer)).toMatchObject({ code: status === 413 ? 'body_too_large' : 'malformed_json' });
      expect(reported).toEqual([]);
    });

    it('more than 1 MB', async () => {
      await post(JSON.stringify([{ pad: 'x'.repeat(1_000_000) }])).expect(413);
    });
  });

  it.each([
    ['numbers', [1, null, 'a', [], [[]], true]],
    ['inherited names', [{ __proto__: { app: 'siegel' }, constructor: 1 }, { ['__proto__']: 1 }]],
    ['nothing', []],
  ])('skips the entries of a list of %s', async (_, list) => {
    await postAll(...list).expect(200);
    expect(reported).toEqual([]);
  });

  describe('blocks no other request', () => {
    const GAP_MS = 50;
    const TRIES = 12;
    const many = (): string =>
      JSON.stringify(
        Array.from({ length: 2_000 }, (_, n) =>
          entry({ event: 'bounce', reason: 'x'.repeat(100), nda: n % 2 === 0 ? NDA : OTHER }),
        ),
      );

    /** Returns the longest pause of the event loop, in milliseconds, in the best of up to TRIES calls. */
    const longestWait = async (body: () => string): Promise<number> => {
      const waits: number[] = [];
      for (let time = 0; time < TRIES && !waits.some((wait) => wait < scaledTimeout(GAP_MS)); time += 1) {
        const call = post(body());
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        await call;
        delay.disable();
        waits.push(delay.max / 1e6);
      }
      return Math.min(...waits);
    };

    it.each([
      ['as much as SendGrid posts at once', many],
      ['10 000 entries', () => `[${'{},'.repeat(10_000)}{}]`],
      ['lists in lists', () => `[${'[[[[[[]]]]]],'.repeat(76_000)}[]]`],
      ['many members', () => `[${'{"a":[1]},'.repeat(90_000)}{}]`],
      ['one text', () => JSON.stringify([entry({ reason: '\n'.repeat(400_000) })])],
      ['quotation marks', () => `[${'"'.repeat(999_000)}]`],
      ['brackets', () => '['.repeat(999_999)],
    ])('by %s', async (_, body) => {
      expect(await longestWait(body)).toBeLessThan(scaledTimeout(GAP_MS));
    });
  });
});
