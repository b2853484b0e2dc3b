import { createHash } from 'node:crypto';
import { Commands } from '#src/bus/commands';
import { systemContext } from '#src/bus/system-context';
import { ndaDecider } from '#src/nda/nda.decider';
import { systemClock } from '#src/platform/time/clock';
import { newId } from '#src/platform/crypto/ids';
import { ndaIdOfLink } from '#src/vault/link-tokens';
import { createReceipts, verifyReceipt } from '#src/vault/receipts';
import { card, signature, terms } from '../steps/samples.js';
import { create, mails, openIntent, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Defines the tests of the in-person journey and its possible failures, on the event store that `store`
 * names.
 */
export function inPersonJourney(
  store: string,
  start: () => Promise<{ backend: TestBackend; stop(): Promise<void> }>,
): void {
  describe(`an NDA with both parties at one screen, on ${store}`, () => {
    let backend: TestBackend;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ backend, stop } = await start());
    });
    afterAll(() => stop());

    it.each(['de', 'en'] as const)('goes from the first form to the sent PDF (%s)', async (language) => {
      const browser = backend.browser(language);
      const id = await create(browser, { language });
      const draft = await read(browser, id);
      expect(draft).toMatchObject({
        status: 'draft',
        language,
        amountDue: 199,
        paymentStatus: 'none',
        party1Signature: null,
        revision: 0,
        delivery: { status: 'none' },
      });

      const { body: agreement } = await browser.get(`/api/ndas/${id}/agreement`).expect(200);
      expect(agreement.agreementHash).toBe(draft.agreementHash);
      const first = await browser
        .post(`/api/ndas/${id}/sign`)
        .send({
          partyNumber: '1',
          signature: signature(1),
          signatureMode: 'in-person',
          party1PaysForBoth: false,
          agreementHash: agreement.agreementHash,
        })
        .expect(200);
      expect(first.body).toMatchObject({
        status: 'party1_signed',
        signatureMode: 'in-person',
        party1Signature: `/api/ndas/${id}/signatures/1`,
      });
      const receipts = createReceipts({
        signingKey: backend.secrets.checkpointKeys[0],
        pool: backend.database.pool,
      });
      expect(verifyReceipt(first.body.receipt, await receipts.publicKeys())).toBe(true);

      const image = await browser
        .get(`/api/ndas/${id}/signatures/1`)
        .expect(200)
        .expect('content-type', 'image/png');
      expect(image.body.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));

      expect(await sign(browser, id, 2)).toMatchObject({
        status: 'completed',
        paymentStatus: 'none',
        amountDue: 199,
      });
      await browser.get(`/api/ndas/${id}/pdf`).expect(402);
      expect(await payByCard(browser, id)).toMatchObject({
        paymentStatus: 'succeeded',
        party1PaymentAmount: 199,
        amountDue: 0,
      });

      const sent = await untilSent(browser, id);
      expect(sent.delivery).toMatchObject({
        status: 'sent',
        error: null,
        recipients: [
          { party: 1, status: 'sent' },
          { party: 2, status: 'sent' },
        ],
      });

      const pdf = await browser
        .get(`/api/ndas/${id}/pdf`)
        .expect(200)
        .expect('content-type', 'application/pdf');
      expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.headers['content-disposition']).toMatch(
        /^attachment; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''/,
      );
      const own = (await mails(browser)).filter((mail) => mail.attachments.length > 0).slice(0, 2);
      expect(own.map((mail) => mail.to).sort()).toEqual([terms.party1Email, terms.party2Email]);
      for (const mail of own) {
        const attachment = await browser
          .get(mail.attachments[0]?.url ?? '')
          .set('host', 'localhost')
          .expect(200);
        expect(sha256(attachment.body)).toBe(sha256(pdf.body));
      }
      expect(
        own.map(({ to, text }) => [to, ndaIdOfLink(/\/dispute\/([\w-]+)/.exec(text)?.[1] ?? '')]),
      ).toEqual(own.map(({ to }) => [to, to === terms.party2Email ? id : undefined]));
      await browser.post(`/api/ndas/${id}/send-email`).send({}).expect(200);
    });

    it('informs Party 1 that Party 2 disputes its signature', async () => {
      const browser = backend.browser();
      const id = await signedByBoth(browser);
      const { app } = backend.backend;
      const context = systemContext(systemClock, newId());
      await app.get(Commands).run(ndaDecider, id, { type: 'DisputeSignature', party: 2 }, context);
      const told = await until(async () =>
        (await mails(browser)).find(({ text }) => text.includes(`/nda/${id}`)),
      );
      expect(told).toMatchObject({ to: terms.party1Email, attachments: [] });
      expect(told.text).toContain('bestritten');
    });

    it('can be paid by a voucher instead of a card, once', async () => {
      const admin = backend.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200, { role: 'admin' });
      const { body: voucher } = await admin.post('/api/admin/vouchers').send({}).expect(201);
      const browser = backend.browser();
      const id = await signedByBoth(browser);
      const paid = await browser
        .post(`/api/ndas/${id}/apply-voucher`)
        .send({ voucherCode: ` ${voucher.code.toLowerCase()} ` })
        .expect(200);
      expect(paid.body).toMatchObject({
        paymentStatus: 'succeeded',
        party1PaymentAmount: 0,
        voucherCode: voucher.code,
      });
      await untilSent(browser, id);
      const other = backend.browser();
      const second = await signedByBoth(other);
      const refused = await other
        .post(`/api/ndas/${second}/apply-voucher`)
        .send({ voucherCode: voucher.code })
        .expect(409);
      expect(refused.body).toMatchObject({
        code: 'voucher_used',
        message: 'Der Gutscheincode ist ungültig oder bereits eingelöst.',
      });
    });

    it('gives a voucher to only one of two agreements that race for it', async () => {
      const admin = backend.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      const { body: voucher } = await admin.post('/api/admin/vouchers').send({}).expect(201);
      const browsers = [backend.browser(), backend.browser()];
      const ids = await Promise.all(browsers.map((browser) => signedByBoth(browser)));
      const answers = await Promise.all(
        browsers.map((browser, n) =>
          browser.post(`/api/ndas/${ids[n]}/apply-voucher`).send({ voucherCode: voucher.code }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    });

    it('lets one of two tabs sign, and tells the other one that the agreement is signed', async () => {
      const browser = backend.browser('en');
      const id = await create(browser);
      await sign(browser, id, 1);
      const tabs = await Promise.all(
        [3, 4].map((shift) =>
          browser.post(`/api/ndas/${id}/sign`).send({ partyNumber: '2', signature: signature(shift) }),
        ),
      );
      expect(tabs.map((tab) => tab.status).sort()).toEqual([200, 409]);
      expect(tabs.find((tab) => tab.status === 409)?.body).toMatchObject({ code: 'nda_final' });
    });

    it('enforces the order of the parties, and that the signed text is the text on the screen', async () => {
      const browser = backend.browser('en');
      const id = await create(browser);
      const early = await browser
        .post(`/api/ndas/${id}/sign`)
        .send({ partyNumber: '2', signature: signature() })
        .expect(409);
      expect(early.body).toMatchObject({
        code: 'party1_must_sign_first',
        message: 'Party 1 must sign first.',
      });
      const stale = {
        partyNumber: '1',
        signature: signature(),
        signatureMode: 'in-person',
        agreementHash: '0'.repeat(64),
      };
      const changed = await browser.post(`/api/ndas/${id}/sign`).send(stale).expect(409);
      expect(changed.body.code).toBe('agreement_changed');
      await browser
        .post(`/api/ndas/${id}/create-payment-intent`)
        .send({ partyNumber: '1', paymentMode: 'split' })
        .expect(409);
    });

    it('returns the open intent when asked again, and survives a declined card', async () => {
      const browser = backend.browser();
      const id = await signedByBoth(browser);
      const intent = await openIntent(browser, id);
      expect(await openIntent(browser, id)).toEqual(intent);
      const confirm = `/api/sandbox/payments/${intent.clientSecret}/confirm`;
      const declined = await browser
        .post(confirm)
        .send({ ...card, cardNumber: '4000000000000002' })
        .expect(402);
      expect(declined.body.code).toBe('card_declined');
      await browser
        .post(confirm)
        .send({ ...card, cardNumber: '4000002500003155' })
        .expect(200, { status: 'requires_action' });
      await browser
        .post(confirm)
        .send({ ...card, cardNumber: '4000002500003155', authenticated: true })
        .expect(200, { status: 'succeeded' });
      // The test does not call confirm-payment. So the backend learns of the payment only from the provider's
      // report, as from a webhook.
      await untilSent(browser, id);
      const again = await browser
        .post(`/api/ndas/${id}/create-payment-intent`)
        .send({ partyNumber: '1', paymentMode: 'split' })
        .expect(409);
      expect(again.body.code).toBe('already_paid');
    });

    it('replaces an unsigned draft and discards it', async () => {
      const browser = backend.browser();
      const old = await create(browser);
      const id = await create(browser, { ideaTitle: 'Ein anderer Titel', replaces: old });
      expect((await read(browser, id)).ideaTitle).toBe('Ein anderer Titel');
      expect((await browser.get(`/api/ndas/${old}`).expect(410)).body.code).toBe('nda_discarded');
      await sign(browser, id, 1);
      expect(
        (
          await browser
            .post('/api/ndas')
            .send({ ...terms, replaces: id })
            .expect(409)
        ).body.code,
      ).toBe('already_signed');
    });

    it('answers a repeated creation with the first NDA, with and without the cookie', async () => {
      const browser = backend.browser();
      const key = 'b6a5d9a2-7f51-4a58-9a3e-6f3f6f1c9f10';
      const first = await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
      const again = await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
      expect(again.body).toEqual(first.body);
      const withoutCookie = backend.browser();
      const lost = await withoutCookie.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
      expect(lost.body).toEqual(first.body);
      await read(withoutCookie, first.body.id);
    });

    it('can be read only by its creator', async () => {
      const browser = backend.browser();
      const id = await create(browser);
      const stranger = backend.browser();
      for (const answer of [
        stranger.get(`/api/ndas/${id}`),
        stranger.get(`/api/ndas/${id}/agreement`),
        stranger.get(`/api/ndas/${id}/pdf`),
        stranger
          .post(`/api/ndas/${id}/sign`)
          .send({ partyNumber: '1', signature: signature(), signatureMode: 'in-person' }),
      ]) {
        expect((await answer.expect(404)).body.code).toBe('not_found');
      }
      await stranger.get('/api/ndas/not-an-id').expect(404);
    });

    it('answers a poll with 304 if nothing has changed', async () => {
      const browser = backend.browser();
      const id = await create(browser);
      const { headers } = await browser.get(`/api/ndas/${id}`).expect(200);
      const etag = headers['etag'] ?? '';
      await browser.get(`/api/ndas/${id}`).set('if-none-match', etag).expect(304);
      await sign(browser, id, 1);
      await browser.get(`/api/ndas/${id}`).set('if-none-match', etag).expect(200);
    });
  });
}
