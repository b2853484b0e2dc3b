import type { AddressInfo } from 'node:net';
import { type Received, type SmtpAnswer, smtpServer } from '#src/mail/testing/smtp-server';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import {
  type BuiltBackend,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { createServiceDatabase } from '../backend/service-database.js';

/**
 * Milliseconds until the mail server acknowledges a message. The signal must arrive at the backend before
 * that.
 */
const LATE_MS = 1_000;

describe('a backend that is stopped while it sends both mails', () => {
  const received: Received[] = [];
  const asked = new Set<string>();
  let answers: { readonly [moment: string]: SmtpAnswer } = {};
  const mailServer = smtpServer(received, (stage, _, { recipient }) => {
    const moment = `${stage} ${recipient}`;
    asked.add(moment);
    return answers[moment];
  });
  let database: TestDatabase;
  let folder: TestDataDir;
  let env: Environment;
  let backend: BuiltBackend;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      mailServer.listen(0, '127.0.0.1', resolve);
    });
    const { port } = mailServer.address() as AddressInfo;
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      DRAIN_SECONDS: '0',
      SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      MAIL_FROM: 'Siegel <nda@siegel.example>',
      ...environmentOf(testSecrets()),
    };
    backend = await startBuilt(env);
  });
  afterAll(async () => {
    await backend.end('SIGTERM');
    await database.drop();
    await folder.remove();
    await new Promise((resolve) => {
      mailServer.close(resolve);
    });
  });

  const told = async (id: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ type: string }>(
      `SELECT type FROM event_store.events WHERE stream = $1 ORDER BY revision`,
      [`nda-${id}`],
    );
    return rows.map(({ type }) => type).filter((type) => /Sent|Failed/.test(type));
  };

  it('waits for the answer to the mail that the server has; the next one sends the other mail', async () => {
    const [has, hasNot] = [`<${terms.party1Email}>`, `<${terms.party2Email}>`];
    answers = { [`. ${has}`]: { lateMs: scaledTimeout(LATE_MS) }, [`RCPT ${hasNot}`]: 'silence' };
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    // The agreement is paid by voucher, because after a card payment the service would send an order
    // confirmation first.
    await browser.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body: voucher } = await browser.post('/api/admin/vouchers').send({}).expect(201);
    await browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode: voucher.code }).expect(200);
    await until(() => asked.has(`. ${has}`) && asked.has(`RCPT ${hasNot}`));
    expect(await backend.end('SIGTERM')).toBe(0);
    expect(await told(id)).toEqual(['DocumentSent.v1']);
    const { rows } = await database.pool.query(
      // The job that waits for the end of the admin's session is left out.
      `SELECT task, attempts, run_at <= now() AS due FROM owed_jobs WHERE worker IS NULL AND task <> 'end-session'`,
    );
    expect(rows).toEqual([{ task: 'send-document', attempts: 0, due: true }]);

    answers = {};
    backend = await startBuilt(env, backend.port);
    await untilSent(browser, id);
    expect(await told(id)).toEqual(['DocumentSent.v1', 'DocumentSent.v1', 'NdaSent.v1']);
    expect(received.map(({ to }) => to)).toEqual([[has], [hasNot]]);
  });
});
