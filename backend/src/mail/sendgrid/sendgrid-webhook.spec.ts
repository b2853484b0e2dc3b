import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { ecPublicKey } from '../../platform/crypto/ec-public-key.js';
import type { Logger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { until } from '../../platform/testing/until.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { sendGridSigner } from '../testing/sendgrid-signer.js';
import { HandledReports } from './handled-reports.js';
import type { MailReport, MailReports } from './mail-reports.js';
import { HandledMailReports1795000004200 } from './migrations/1795000004200-handled-mail-reports.js';
import { SendGridWebhook } from './sendgrid-webhook.js';
import type { Signed } from './webhook-signature.js';

const NDA = '0192f0c4-7b1e-7c3d-9a55-0123456789ab';
const OTHER = '0192f0c4-7b1e-7c3d-9a55-0123456789ac';
const signer = sendGridSigner();

describe('a call with many reports about one NDA', () => {
  const clock = new SetClock();
  const reported: MailReport[] = [];
  const logged: unknown[] = [];
  let database: TestDatabase;
  let reads: string[] = [];
  let report: (one: MailReport) => Promise<void>;
  let about: MailReports['about'];
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [HandledMailReports1795000004200] });
  });
  beforeEach(async () => {
    reported.length = 0;
    logged.length = 0;
    reads = [];
    report = async (one) => void reported.push(one);
    about = async (ndaId) => {
      reads.push(ndaId);
      return (one) => report(one);
    };
    await database.pool.query('DELETE FROM handled_mail_reports');
  });
  afterAll(() => database.drop());

  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  const entries = (nda: string, count: number): unknown[] =>
    Array.from({ length: count }, (_, n) => ({
      timestamp: seconds() - 5,
      event: 'delivered',
      sg_event_id: `${nda}-${n}`,
      app: 'siegel',
      nda,
      message: 'd'.repeat(64),
    }));
  const callWith = (...all: unknown[]): Signed => {
    const body = JSON.stringify(all);
    const headers = signer.headers(body, seconds());
    return {
      signature: headers['x-twilio-email-event-webhook-signature'] ?? '',
      timestamp: headers['x-twilio-email-event-webhook-timestamp'] ?? '',
      body: Buffer.from(body),
    };
  };
  /**
   * Passes a call to a new webhook. Returns `done`, or the code of the error that makes SendGrid repeat the
   * call.
   */
  const take = async (call: Signed): Promise<string> => {
    const webhook = new SendGridWebhook({
      key: ecPublicKey(signer.publicKey),
      reports: { about: (ndaId) => about(ndaId) },
      handled: new HandledReports(database.pool, clock),
      clock,
      logger: { error: (...line: unknown[]) => void logged.push(line) } as unknown as Logger,
    });
    return webhook.take(call).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'unknown',
    );
  };
  const noted = async (): Promise<number> =>
    (await database.pool.query('SELECT FROM handled_mail_reports')).rowCount ?? 0;

  it('goes on where it was if it takes too long, and reads the NDA once each time', async () => {
    const call = callWith(...entries(NDA, 450));
    report = async (one) => {
      reported.push(one);
      clock.advance(20);
    };
    const state = async (): Promise<unknown[]> => [
      await take(call),
      reported.length,
      await noted(),
      reads.length,
    ];
    // The webhook records reports for 3,500 ms, and each report takes 20 ms. So one call records at most 176
    // reports.
    expect(await state()).toEqual(['unavailable', 176, 176, 1]);
    expect(await state()).toEqual(['unavailable', 352, 352, 2]);
    expect(await state()).toEqual(['done', 450, 450, 3]);
  });

  it('has noted every full hundred if it is cut off', async () => {
    let goOn = (): void => undefined;
    const cut = new Promise<void>((resolve) => (goOn = resolve));
    report = async (one) => {
      reported.push(one);
      if (reported.length >= 250) await cut;
    };
    const taken = take(callWith(...entries(NDA, 450)));
    await until(async () => reported.length === 250);
    expect(await noted()).toBe(200);
    goOn();
    expect(await taken).toBe('done');
    expect(await noted()).toBe(450);
  });

  it.each([
    ['asks for another call', new EventStoreUnavailable('away'), 'unavailable', 0],
    [
      'asks for another call',
      new StreamUntrusted('trust-of-nda', { revision: 0, fault: 'hash' }),
      'unavailable',
      0,
    ],
    ['skips its reports and logs one of them', new TypeError('of thomas@example.org'), 'done', 1],
  ])('%s if the NDA cannot be read, and records the others', async (_, error, answer, lines) => {
    about = async (ndaId) => {
      if (ndaId === NDA) throw error;
      return (one) => report(one);
    };
    expect(await take(callWith(...entries(NDA, 2), ...entries(OTHER, 1)))).toBe(answer);
    expect([reported.map(({ ndaId }) => ndaId), await noted()]).toEqual([[OTHER], 1]);
    expect(logged).toHaveLength(lines);
    expect(JSON.stringify(logged)).not.toContain('thomas');
  });

  it.each(['the reading of the NDA', 'a report'])(
    'asks for another call and logs an error if the database refuses a statement for %s',
    async (what) => {
      const refused = Object.assign(new Error('of thomas@example.org'), { code: '23514', severity: 'ERROR' });
      if (what === 'a report')
        report = async (one) => {
          if (one.ndaId === NDA) throw refused;
          reported.push(one);
        };
      else
        about = async (ndaId) => {
          if (ndaId === NDA) throw refused;
          return (one) => report(one);
        };
      expect(await take(callWith(...entries(NDA, 1), ...entries(OTHER, 1)))).toBe('unavailable');
      expect([reported.map(({ ndaId }) => ndaId), await noted()]).toEqual([[OTHER], 1]);
      expect(logged).toEqual([
        [
          { ndaId: NDA, what: 'delivered', error: expect.objectContaining({ code: '23514' }) },
          expect.stringMatching(/^The database refused a statement/),
        ],
      ]);
      expect(JSON.stringify(logged)).not.toContain('thomas');
    },
  );
});
