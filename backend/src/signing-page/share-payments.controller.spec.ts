import { DAY_MS } from '@siegel/contracts/limits';
import type { Response } from 'supertest';
import { problem } from '../http/testing/problem.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { systemClock } from '../platform/time/clock.js';
import {
  act,
  invitedByLink,
  linkCall,
  newLink,
  readByLink,
  stateOf,
  untilInvitationSent,
} from '../../testing/steps/link-steps.js';
import { card, signature } from '../../testing/steps/samples.js';
import { read } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';

let test: TestBackend;
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

const party2 = () => test.browser();
const split = () => invitedByLink(test, { split: true });
const post = (token: string, rest: string, body: object = {}) =>
  party2().post(linkCall(token, rest)).send(body);
const openShare = async (token: string) =>
  (await post(token, '/create-payment-intent', { partyNumber: '2', paymentMode: 'split' }).expect(200)).body;
const pay = (clientSecret: string) =>
  party2()
    .post(`/api/sandbox/payments/${clientSecret}/confirm`)
    .send(card)
    .expect(200, { status: 'succeeded' });
const confirm = (token: string, paymentIntentId: string) =>
  post(token, '/confirm-payment', { paymentIntentId });
const refusal = ({ status, body }: Response): string => `${status} ${body.code}`;
async function issueVoucher(): Promise<string> {
  const admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  return (await admin.post('/api/admin/vouchers').send({}).expect(201)).body.code;
}
const sign = (token: string) => post(token, '/sign', { signature: signature(2) });

describe('the share of Party 2', () => {
  it('is paid by card before the signature, through its link', async () => {
    const { token, id, browser } = await split();
    expect(await readByLink(party2(), token)).toMatchObject({
      amountDue: 199,
      payment: { status: 'none', amount: 199, paidAt: null },
    });
    expect(refusal(await sign(token))).toBe('402 payment_required');
    const intent = await openShare(token);
    expect(intent).toMatchObject({ amount: 199, currency: 'EUR', provider: 'sandbox' });
    expect(intent.orderNumber).toBe(orderNumber(id, 2));
    expect((await post(token, '/create-payment-intent').expect(200)).body).toEqual(intent);
    expect((await readByLink(party2(), token)).payment).toMatchObject({ status: 'pending', amount: 199 });
    const { paymentIntentId } = intent;
    expect((await confirm(token, paymentIntentId).expect(200)).body).toEqual({
      amountDue: 199,
      paymentStatus: 'pending',
    });
    await pay(intent.clientSecret);
    expect((await confirm(token, paymentIntentId).expect(200)).body).toEqual({
      amountDue: 0,
      paymentStatus: 'succeeded',
    });
    const { party2PaidAt } = await read(browser, id);
    expect((await readByLink(party2(), token)).payment).toEqual({
      status: 'succeeded',
      amount: 199,
      paidAt: party2PaidAt,
    });
    expect(refusal(await post(token, '/create-payment-intent'))).toBe('409 already_paid');
    await sign(token).expect(200);
  });

  it('reaches the NDA even if nobody returns from the provider', async () => {
    const { token } = await split();
    await pay((await openShare(token)).clientSecret);
    await until(async () => (await readByLink(party2(), token)).amountDue === 0);
  });

  it('is paid with a voucher', async () => {
    const { token, id } = await split();
    expect(refusal(await post(token, '/apply-voucher', { voucherCode: 'NDA-FALS-CHER' }))).toBe(
      '404 voucher_unknown',
    );
    const voucherCode = await issueVoucher();
    const { body } = await post(token, '/apply-voucher', { voucherCode }).expect(200);
    expect(body).toEqual({ amountDue: 0, paymentStatus: 'succeeded' });
    expect((await post(token, '/apply-voucher', { voucherCode }).expect(200)).body).toEqual(body);
    const other = await split();
    expect(problem(await post(other.token, '/apply-voucher', { voucherCode }))).toMatchObject({
      status: 409,
      code: 'voucher_used',
    });
    expect((await stateOf(test, id)).payments[2]).toMatchObject({ covered: 199, amount: 0 });
    await sign(token).expect(200);
  });

  it('does not exist if Party 1 pays for both', async () => {
    const { token } = await invitedByLink(test);
    expect(refusal(await post(token, '/create-payment-intent'))).toBe('409 nothing_due');
    expect(refusal(await post(token, '/apply-voucher', { voucherCode: 'NDA-ABCD-EFGH' }))).toBe(
      '409 nothing_due',
    );
  });

  it("gives access neither to Party 1’s payment nor to another NDA's", async () => {
    const { token, id, browser } = await split();
    const other = await split();
    const { party1PaymentIntentId } = await read(browser, id);
    const foreign = await openShare(other.token);
    for (const paymentIntentId of [party1PaymentIntentId ?? '', foreign.paymentIntentId, 'pi_none'])
      expect(refusal(await confirm(token, paymentIntentId))).toBe('404 payment_unknown');
    expect(refusal(await post(token, '/create-payment-intent', { partyNumber: '1' }))).toBe(
      '400 validation_failed',
    );
  });
});

describe('the share of Party 2 whose link is dead', () => {
  const refusesAll = async (token: string, code: string, share: string | null): Promise<void> => {
    for (const answer of [
      await party2().get(linkCall(token)),
      await post(token, '/create-payment-intent'),
      await post(token, '/apply-voucher', { voucherCode: 'NDA-ABCD-EFGH' }),
      await sign(token),
      await post(token, '/opened'),
      await party2().get(linkCall(token, '/pdf')),
    ])
      expect(problem(answer)).toMatchObject({ status: 410, code, share });
  };

  it('is still checked after a cancellation, and due back if it came in only after that', async () => {
    const { token, id } = await split();
    const { paymentIntentId } = await openShare(token);
    // The payment has succeeded at the provider, but the provider's report has not arrived yet.
    await test.backend.infrastructure.pool.query(
      "UPDATE sandbox_payment_intents SET status = 'succeeded' WHERE id = $1",
      [paymentIntentId],
    );
    await act(test, id, { type: 'CancelInvitation' });
    expect((await confirm(token, paymentIntentId).expect(200)).body.amountDue).toBe(0);
    await refusesAll(token, 'link_cancelled', 'refund');
    expect((await stateOf(test, id)).moneyBack.due).toHaveLength(1);
  });

  it('is ended at the provider by a cancellation if it was not paid yet', async () => {
    const { token, id } = await split();
    const { clientSecret } = await openShare(token);
    await act(test, id, { type: 'CancelInvitation' });
    await refusesAll(token, 'link_cancelled', null);
    await until(async () => (await stateOf(test, id)).payments[2].requests[0]?.standing === 'over');
    await party2().post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card).expect(404);
  });

  it('still counts after a cancellation', async () => {
    const { token, id } = await split();
    const { clientSecret, paymentIntentId } = await openShare(token);
    await pay(clientSecret);
    await confirm(token, paymentIntentId).expect(200);
    await act(test, id, { type: 'CancelInvitation' });
    await refusesAll(token, 'link_cancelled', 'credit');
    expect((await confirm(token, paymentIntentId).expect(200)).body.amountDue).toBe(0);
  });

  it('is due back after the expiry, whether or not that is recorded', async () => {
    const { token, id } = await split();
    const { clientSecret, paymentIntentId } = await openShare(token);
    await pay(clientSecret);
    await confirm(token, paymentIntentId).expect(200);
    await untilInvitationSent(test, id);
    later = 15 * DAY_MS;
    await refusesAll(token, 'link_expired', 'refund');
    await act(test, id, { type: 'ExpireInvitation' });
    await refusesAll(token, 'link_expired', 'refund');
    expect((await confirm(token, paymentIntentId).expect(200)).body.paymentStatus).toBe('succeeded');
  });

  it('has an unknown fate while the stream is closed, because a later event may have changed it', async () => {
    const { token, id } = await split();
    const { clientSecret, paymentIntentId } = await openShare(token);
    await pay(clientSecret);
    await confirm(token, paymentIntentId).expect(200);
    await untilInvitationSent(test, id);
    await act(test, id, { type: 'CancelInvitation' });
    await act(test, id, { type: 'SetLegalHold', reason: 'x' });
    await refusesAll(token, 'link_cancelled', 'credit');
    const { revision } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    await alterEvent(test.database.pool, ndaStream(id), revision);
    const answer = await party2().get(linkCall(token));
    expect(problem(answer)).toMatchObject({ status: 410, code: 'link_cancelled', share: null });
  });

  it('still counts if the address is corrected while the bank is asking for authentication', async () => {
    const { token, id } = await split();
    const { paymentIntentId } = await openShare(token);
    const next = newLink(test, id);
    // The payment must succeed before the correction, because a correction immediately ends unwanted intents.
    await test.database.pool.query("UPDATE sandbox_payment_intents SET status = 'succeeded' WHERE id = $1", [
      paymentIntentId,
    ]);
    await act(test, id, { type: 'CorrectParty2Address', party2Email: 'next@example.org', ...next });
    expect((await confirm(token, paymentIntentId).expect(200)).body.amountDue).toBe(0);
    await refusesAll(token, 'link_replaced', null);
    expect((await readByLink(party2(), next.token)).payment?.status).toBe('succeeded');
    await sign(next.token).expect(200);
  });

  it('is not checked after an erasure', async () => {
    const { token, id } = await split();
    const { paymentIntentId } = await openShare(token);
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    expect(refusal(await confirm(token, paymentIntentId))).toBe('404 invalid_link');
    expect(refusal(await post(token, '/create-payment-intent'))).toBe('404 invalid_link');
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    expect(events.at(-1)?.type).not.toBe('PaymentRequested');
  });
});
