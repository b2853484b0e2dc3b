import { EXAMPLES } from '@siegel/contracts/examples';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { PaymentConsentRequest } from '@siegel/contracts/payments/requests';
import { problem } from '../http/testing/problem.js';
import { act, invitedByLink, linkCall, signedForLink, stateOf } from '../../testing/steps/link-steps.js';
import { openIntent, payByCard } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { ndaDecider } from '../nda/nda.decider.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

const consent = (paymentIntentId: string, change: object = {}): PaymentConsentRequest => ({
  ...EXAMPLES.paymentConsent.sandbox,
  paymentIntentId,
  ...change,
});
const given = async (id: string) => {
  const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
  return events.filter(({ type }) => type === 'PaymentConsentGiven');
};

const WRONG: readonly [string, object][] = [
  ['without a consent', { earlyPerformance: false }],
  ['in an unknown wording', { wording: 'v0' }],
  ['in another language', { language: 'fr' }],
  ['without a payment', { paymentIntentId: ' ' }],
];

describe('the consent of Party 1 (rule:consent-when-given)', () => {
  const signed = async () => {
    const { browser, id } = await signedForLink(test);
    const { paymentIntentId } = await openIntent(browser, id);
    const give = (body: object) => browser.post(`/api/ndas/${id}/payment-consent`).send(body);
    return { browser, id, paymentIntentId, give };
  };

  it('is recorded once, with its subject and language', async () => {
    const { id, paymentIntentId, give } = await signed();
    await give(consent(paymentIntentId, { language: 'en' })).expect(204, {});
    await give(consent(paymentIntentId)).expect(204);
    const events = await given(id);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      actor: 'party1',
      open: {
        party: 1,
        attempt: 1,
        paymentIntentId,
        amount: 398,
        currency: 'EUR',
        wording: 'v1',
        language: 'en',
      },
    });
  });

  it('is refused with the new price if the amount changed under an open dialog', async () => {
    const { browser, id, paymentIntentId, give } = await signed();
    await act(test, id, {
      type: 'SignAsParty1',
      signatureHash: 'a'.repeat(64),
      mode: 'remote',
      party1PaysForBoth: false,
      agreementHash: undefined,
      consentWording: 'v1',
      consentLanguage: 'de',
      signatureKind: 'drawn',
    });
    expect(problem(await give(consent(paymentIntentId)))).toMatchObject({
      status: 409,
      code: 'payment_changed',
    });
    const next = await openIntent(browser, id);
    expect(next.amount).toBe(199);
    await give(consent(next.paymentIntentId)).expect(204);
    expect((await given(id)).map(({ open }) => open)).toMatchObject([{ attempt: 2, amount: 199 }]);
  });

  it("is refused if the amount is paid, and for somebody else's payment", async () => {
    const { browser, id, paymentIntentId, give } = await signed();
    const other = await signed();
    expect(problem(await give(consent(other.paymentIntentId)))).toMatchObject({
      status: 404,
      code: 'payment_unknown',
    });
    await payByCard(browser, id);
    expect(problem(await give(consent(paymentIntentId)))).toMatchObject({
      status: 409,
      code: 'already_paid',
    });
    await test.browser().post(`/api/ndas/${id}/payment-consent`).send(consent(paymentIntentId)).expect(404);
    expect(await given(id)).toEqual([]);
  });

  it.each(WRONG)('is refused %s', async (_, change) => {
    const { id, paymentIntentId, give } = await signed();
    expect(problem(await give(consent(paymentIntentId, change)))).toMatchObject({ status: 400 });
    expect(await given(id)).toEqual([]);
  });
});

describe('the consent of Party 2', () => {
  const asked = async () => {
    const { token, id } = await invitedByLink(test, { split: true });
    const post = (rest: string, body: object) => test.browser().post(linkCall(token, rest)).send(body);
    const intent = async (): Promise<PaymentIntentView> =>
      (await post('/create-payment-intent', {}).expect(200)).body;
    const { paymentIntentId } = await intent();
    const give = (body: object) => post('/payment-consent', body);
    return { token, id, post, intent, paymentIntentId, give };
  };

  it('is given through its link while the link is open', async () => {
    const { id, paymentIntentId, give } = await asked();
    await give(consent(paymentIntentId)).expect(204);
    expect(await given(id)).toMatchObject([{ open: { party: 2, amount: 199, paymentIntentId } }]);
    await act(test, id, { type: 'CancelInvitation' });
    expect(problem(await give(consent(paymentIntentId)))).toMatchObject({
      status: 410,
      code: 'link_cancelled',
    });
  });

  it('is recorded once, with the text that Party 2 saw', async () => {
    const { id, paymentIntentId, give } = await asked();
    await give(consent(paymentIntentId, { language: 'en' })).expect(204, {});
    await give(consent(paymentIntentId)).expect(204);
    const about = { party: 2, attempt: 1, paymentIntentId, amount: 199, currency: 'EUR' };
    expect(await given(id)).toMatchObject([
      { actor: 'party2', open: { ...about, wording: 'v1', language: 'en' } },
    ]);
  });

  it('is refused if its intent ended without money, and accepted for the next one', async () => {
    const { id, paymentIntentId, give, intent, post } = await asked();
    const ended = { party: 2, attempt: 1, paymentIntentId, code: 'canceled', final: true } as const;
    await act(test, id, { type: 'RecordPaymentFailure', ...ended });
    expect(problem(await give(consent(paymentIntentId)))).toMatchObject({
      status: 409,
      code: 'payment_changed',
    });
    const next = await intent();
    expect(next).toMatchObject({ amount: 199 });
    await give(consent(next.paymentIntentId)).expect(204);
    expect((await given(id)).map(({ open }) => open)).toMatchObject([
      { party: 2, attempt: 2, paymentIntentId: next.paymentIntentId },
    ]);
    await test
      .browser()
      .post(`/api/sandbox/payments/${next.clientSecret}/confirm`)
      .send(EXAMPLES.confirmSandboxPayment.succeeds)
      .expect(200);
    await post('/confirm-payment', { paymentIntentId: next.paymentIntentId }).expect(200, {
      amountDue: 0,
      paymentStatus: 'succeeded',
    });
    expect(problem(await give(consent(next.paymentIntentId)))).toMatchObject({
      status: 409,
      code: 'already_paid',
    });
  });

  it("is refused for Party 1's payment, and if Party 1 pays for both", async () => {
    const { id, give } = await asked();
    const { payments } = await stateOf(test, id);
    expect(problem(await give(consent(payments[1].paymentIntentId ?? '')))).toMatchObject({
      status: 404,
      code: 'payment_unknown',
    });
    const { token } = await invitedByLink(test);
    const refused = await test
      .browser()
      .post(linkCall(token, '/payment-consent'))
      .send(consent('pi_sandbox_1'));
    expect(problem(refused)).toMatchObject({ status: 404, code: 'payment_unknown' });
  });

  it.each(WRONG)('is refused %s', async (_, change) => {
    const { id, paymentIntentId, give } = await asked();
    expect(problem(await give(consent(paymentIntentId, change)))).toMatchObject({ status: 400 });
    expect(await given(id)).toEqual([]);
  });
});
