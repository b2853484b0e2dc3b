import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { card, signature, terms } from '../steps/samples.js';
import { openIntent, read, sign } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';

/**
 * Number of requests that are sent at the same time, as if somebody pressed a button that often within a
 * second.
 */
const ASKED = 20;
const CONCURRENCY = 4;
const ROUNDS = isLongRun() ? 50 : 1;

/**
 * Repeats a request while the backend answers 503. The backend may answer 503 because it gets so many
 * requests at the same time.
 */
const untilTaken = <Taken>(ask: () => Promise<Taken>): Promise<Taken> =>
  until(async () =>
    ask().catch((error: Error) => {
      if (/got 503/.test(error.message)) return undefined;
      throw error;
    }),
  );

describe.each([1, 2])(
  'all calls that make a document due, made at the same instant, on %s backends',
  (backends) => {
    const received: Received[] = [];
    const mailServer = smtpServer(received, () => undefined);
    const tests: TestBackend[] = [];
    beforeAll(async () => {
      await new Promise<void>((resolve) => {
        mailServer.listen(0, '127.0.0.1', resolve);
      });
      const { port } = mailServer.address() as AddressInfo;
      const env = {
        SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
        MAIL_FROM: 'Siegel <nda@siegel.example>',
      };
      const first = await startTestBackend({ env });
      tests.push(first);
      if (backends === 2)
        tests.push(await startTestBackend({ env, on: { database: first.database, secrets: first.secrets } }));
    });
    afterAll(async () => {
      for (const test of tests.toReversed()) await test.stop();
      await new Promise((resolve) => mailServer.close(resolve));
    });

    const perform = async (number: number): Promise<void> => {
      const [one, other = one] = tests.map(({ backend }) => backend.address);
      if (tests[0] === undefined || one === undefined || other === undefined) throw new Error('no backend');
      let cookie = '';
      const post = (address: string, path: string, body: object): Promise<Response> =>
        fetch(`${address}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify(body),
        });
      const addresses = [`eins-${number}@example.org`, `zwei-${number}@example.org`];
      const [party1Email, party2Email] = addresses;
      const created = await post(one, '/api/ndas', { ...terms, party1Email, party2Email });
      cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const { id } = (await created.json()) as { id: string };
      const browser = tests[0].browser().set('cookie', cookie);
      await untilTaken(() => sign(browser, id, 1));
      const { clientSecret, paymentIntentId } = await untilTaken(() => openIntent(browser, id));
      let isAgain = false;
      const signedAtLast = async (): Promise<boolean> => {
        const asked = { partyNumber: '2', signature: signature(2) };
        const { status, body } = await browser.post(`/api/ndas/${id}/sign`).send(asked);
        // An earlier request may have recorded the signature although its response was 503. If the payment
        // has arrived since then, the repeated request gets 409.
        if (isAgain && status === 409) expect(body.code).toBe('nda_final');
        else if (status !== 503) expect(status).toBe(200);
        isAgain = true;
        return status !== 503;
      };
      await Promise.all([
        until(signedAtLast),
        post(other, `/api/sandbox/payments/${clientSecret}/confirm`, card),
        post(one, `/api/ndas/${id}/confirm-payment`, { paymentIntentId }),
        ...Array.from({ length: ASKED }, (_, n) =>
          post(n % 2 === 0 ? one : other, `/api/ndas/${id}/send-email`, {}),
        ),
      ]);
      await until(async () => {
        await Promise.all([one, other].map((address) => post(address, `/api/ndas/${id}/send-email`, {})));
        return (await read(browser, id)).status === 'sent';
      });
      const copies = addresses.map(
        (address) => received.filter(({ to }) => to.includes(`<${address}>`)).length,
      );
      // Party 1 also gets the order confirmation.
      expect(copies).toEqual([2, 1]);
    };

    it('send one mail to each party', async () => {
      for (let round = 0; round < ROUNDS; round += 1)
        await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => perform(round * CONCURRENCY + n)));
      // No further mail came later.
      expect(received).toHaveLength(3 * CONCURRENCY * ROUNDS);
    });
  },
);
