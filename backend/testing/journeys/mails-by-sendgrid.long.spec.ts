import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { type SendGridBody, sendGridServer } from '#src/mail/testing/sendgrid-server';
import { sendGridSigner } from '#src/mail/testing/sendgrid-signer';
import { terms } from '../steps/samples.js';
import { payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

const API_KEY = 'SG.of-the.test';

describe('two backends that send through SendGrid', () => {
  const received: SendGridBody[] = [];
  const signer = sendGridSigner();
  const server = sendGridServer(received, () => undefined, { apiKey: API_KEY });
  let one: TestBackend;
  let other: TestBackend;
  let env: Record<string, string>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    env = {
      SENDGRID_API_KEY: API_KEY,
      SENDGRID_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SENDGRID_WEBHOOK_PUBLIC_KEY: signer.publicKey,
      MAIL_FROM: 'Siegel <nda@siegel.example>',
    };
    one = await startTestBackend({ env });
    other = await startTestBackend({ env, on: one });
  });
  afterAll(async () => {
    await other.stop();
    await one.stop();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const post = ({ backend }: TestBackend, entries: readonly object[]) => {
    const body = JSON.stringify(entries);
    return request(backend.address)
      .post('/api/webhooks/sendgrid')
      .set(signer.headers(body, Math.floor(Date.now() / 1000)))
      .send(body);
  };
  /** Returns the NDA's events about mail reports, without their sealed parts. */
  const told = async (id: string) => {
    const { rows } = await one.database.pool.query<{ type: string; data: Buffer }>(
      `SELECT type, data FROM event_store.events WHERE stream = $1 AND type LIKE 'Mail%' ORDER BY revision`,
      [`nda-${id}`],
    );
    return rows.map(({ type, data }) => {
      const { open } = JSON.parse(data.toString('utf8')) as { open: { party: number; code?: string } };
      return { type, party: open.party, code: open.code };
    });
  };

  it('record each report once, whichever backend receives it and however often', async () => {
    const browser = one.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    const to = (email: string) =>
      received.findLast(({ personalizations: [mail] }) => mail?.to[0]?.email === email);
    const entryOf = (email: string, more: object) => ({
      ...to(email)?.personalizations[0]?.custom_args,
      email,
      timestamp: Math.floor(Date.now() / 1000),
      ...more,
    });
    // The three mails are the order confirmation, and the document to each party.
    expect(received).toHaveLength(3);
    const entries = [
      entryOf(terms.party1Email, { event: 'processed', sg_event_id: 'processed-1' }),
      entryOf(terms.party1Email, { event: 'delivered', sg_event_id: 'delivered-1' }),
      entryOf(terms.party2Email, {
        event: 'bounce',
        type: 'bounce',
        reason: `550 5.1.1 <${terms.party2Email}> no such user`,
        sg_event_id: 'bounce-1',
      }),
    ];
    const calls = Array.from({ length: 10 }, (_, n) => post(n % 2 === 0 ? one : other, entries));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(await told(id)).toEqual([
      { type: 'MailDelivered.v2', party: 1, code: undefined },
      { type: 'MailBounced.v2', party: 2, code: 'bounced' },
    ]);
    const { rows } = await one.database.pool.query(
      'SELECT event_id FROM handled_mail_reports ORDER BY event_id',
    );
    expect(rows).toEqual([{ event_id: 'bounce-1' }, { event_id: 'delivered-1' }]);
  });

  it('inform people about which provider gets their mails', async () => {
    const { body } = await one.browser().get('/api/site').expect(200);
    expect(body.receivers).toEqual([{ role: 'mail', name: 'SendGrid (Twilio)' }]);
  });
});
