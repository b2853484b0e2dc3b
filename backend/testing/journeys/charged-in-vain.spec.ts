import type { ObligationView } from '@siegel/contracts/admin/views';
import { DAY_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { systemClock } from '#src/platform/time/clock';
import { until } from '#src/platform/testing/until';
import {
  act,
  type Invited,
  invitedByLink,
  linkCall,
  newLink,
  stateOf,
  untilInvitationSent,
} from '../steps/link-steps.js';
import { eventsOf } from '../steps/act.js';
import { openIntent, read, signedByBoth } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

let test: TestBackend;
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

/**
 * Marks the payment as charged in the sandbox's table. The sandbox does not report this. So the service
 * learns of the charge only when it looks the payment up, in `confirm-payment` or in a poll.
 */
const charge = (paymentIntentId: string, amount = 199) =>
  test.database.pool.query(
    "UPDATE sandbox_payment_intents SET status = 'succeeded', amount = $2 WHERE id = $1",
    [paymentIntentId, amount],
  );
const refundsOf = async (ndaId: string): Promise<readonly ObligationView[]> => {
  const admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const { body } = await admin.get(`/api/admin/obligations?kind=refund&ndaId=${ndaId}`).expect(200);
  return body.items;
};
/** Waits until the NDA's open refunds are exactly these amounts, in this order. */
const untilLeft = (ndaId: string, ...amounts: readonly number[]) =>
  until(async () => {
    const items = await refundsOf(ndaId);
    return JSON.stringify(items.map(({ amount }) => amount)) === JSON.stringify(amounts) && { items };
  });
const voucher = { voucherId: 'e'.repeat(64), voucherCode: 'NDA-ABCD-EFGH' };

describe('a charged card of Party 2 that does not count (rule:charged-is-never-failed)', () => {
  const post = (token: string, rest: string, body: object = {}) =>
    test.browser().post(linkCall(token, rest)).send(body);
  const requested = async (token: string): Promise<string> =>
    (await post(token, '/create-payment-intent').expect(200)).body.paymentIntentId;
  const confirm = async (token: string, paymentIntentId: string) =>
    (await post(token, '/confirm-payment', { paymentIntentId }).expect(200)).body;
  const asked = async (): Promise<Invited & { paymentIntentId: string }> => {
    const one = await invitedByLink(test, { split: true });
    return { ...one, paymentIntentId: await requested(one.token) };
  };
  const N = ({ browser, id }: Pick<Invited, 'browser' | 'id'>): Promise<NdaView> => read(browser, id);
  const inVain = { party2PaymentStatus: 'none', party2MoneyBack: 'due', party2Refunded: 0, refundDue: 199 };

  it('is answered with none if the invitation was cancelled', async () => {
    const one = await asked();
    await charge(one.paymentIntentId);
    await act(test, one.id, { type: 'CancelInvitation' });
    const answer = { amountDue: 0, paymentStatus: 'none' };
    for (let time = 0; time < 2; time += 1)
      expect(await confirm(one.token, one.paymentIntentId)).toEqual(answer);
    expect(await N(one)).toMatchObject({ ...inVain, party1MoneyBack: 'none', paymentStatus: 'succeeded' });
    await untilLeft(one.id, 199);
  });

  it('is answered with none if the invitation has expired', async () => {
    const one = await asked();
    await untilInvitationSent(test, one.id);
    await charge(one.paymentIntentId);
    later = 15 * DAY_MS;
    const answer = { amountDue: 199, paymentStatus: 'none' };
    expect(await confirm(one.token, one.paymentIntentId)).toEqual(answer);
    await act(test, one.id, { type: 'ExpireInvitation' });
    expect(await confirm(one.token, one.paymentIntentId)).toEqual(answer);
    expect(await N(one)).toMatchObject({ ...inVain, invitationStatus: 'expired' });
    await untilLeft(one.id, 199);
  });

  it('is answered with none if a voucher paid before', async () => {
    const one = await asked();
    await charge(one.paymentIntentId);
    const tokenHash = (await stateOf(test, one.id)).invitation?.tokenHash ?? '';
    await act(test, one.id, { type: 'ApplyVoucher', party: 2, tokenHash, ...voucher });
    expect(await confirm(one.token, one.paymentIntentId)).toEqual({ amountDue: 0, paymentStatus: 'none' });
    const paid = { party2PaymentStatus: 'succeeded', party2PaymentAmount: 0 };
    expect(await N(one)).toMatchObject({ ...inVain, ...paid });
    await untilLeft(one.id, 199);
  });

  it('is answered with none if another card paid before, through a newer link', async () => {
    const one = await asked();
    const next = newLink(test, one.id);
    await act(test, one.id, { type: 'CorrectParty2Address', party2Email: 'next@example.org', ...next });
    const second = await requested(next.token);
    await charge(second);
    expect(await confirm(next.token, second)).toEqual({ amountDue: 0, paymentStatus: 'succeeded' });
    await charge(one.paymentIntentId);
    expect(await confirm(one.token, one.paymentIntentId)).toEqual({ amountDue: 0, paymentStatus: 'none' });
    expect(await confirm(next.token, second)).toEqual({ amountDue: 0, paymentStatus: 'succeeded' });
    const paid = {
      party2PaymentStatus: 'succeeded',
      party2PaymentAmount: 199,
      party2PaymentIntentId: second,
    };
    expect(await N(one)).toMatchObject({ ...inVain, ...paid });
    await untilLeft(one.id, 199);
  });

  it('is answered with none if the amount was wrong, and the share is still owed', async () => {
    const one = await asked();
    await charge(one.paymentIntentId, 250);
    expect(await confirm(one.token, one.paymentIntentId)).toEqual({ amountDue: 199, paymentStatus: 'none' });
    expect(await N(one)).toMatchObject({ ...inVain, refundDue: 250 });
    const second = await requested(one.token);
    expect(await confirm(one.token, second)).toEqual({ amountDue: 199, paymentStatus: 'pending' });
    await charge(second);
    expect(await confirm(one.token, second)).toEqual({ amountDue: 0, paymentStatus: 'succeeded' });
    const paid = { party2PaymentStatus: 'succeeded', party2PaymentAmount: 199, refundDue: 250 };
    expect(await N(one)).toMatchObject({ ...inVain, ...paid });
  });

  it('is found and due back after an erasure, of which the link says nothing', async () => {
    const one = await asked();
    await charge(one.paymentIntentId);
    await act(test, one.id, { type: 'EraseNda', reason: 'admin' });
    const { paymentIntentId } = one;
    await post(one.token, '/confirm-payment', { paymentIntentId }).expect(404);
    await untilLeft(one.id, 199);
    const due = (await eventsOf(test, one.id)).filter(({ type }) => type === 'RefundDue');
    expect(due.map(({ open }) => open)).toMatchObject([{ reason: 'erased', paymentIntentId }]);
  });

  it('is no failure of a share that is open again, and a card that was never charged is', async () => {
    const one = await asked();
    await act(test, one.id, {
      type: 'RecordPaymentFailure',
      party: 2,
      attempt: 1,
      paymentIntentId: one.paymentIntentId,
      code: 'cancelled',
      final: true,
    });
    await test.database.pool.query("UPDATE sandbox_payment_intents SET status = 'cancelled' WHERE id = $1", [
      one.paymentIntentId,
    ]);
    expect(await confirm(one.token, one.paymentIntentId)).toEqual({
      amountDue: 199,
      paymentStatus: 'failed',
    });
  });
});

describe('a charged card of Party 1 that does not count (rule:charged-is-never-failed)', () => {
  const asked = async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    const { paymentIntentId } = await openIntent(browser, id);
    const confirm = async (): Promise<NdaView> =>
      (await browser.post(`/api/ndas/${id}/confirm-payment`).send({ paymentIntentId }).expect(200)).body;
    return { browser, id, paymentIntentId, confirm };
  };

  it('is due back beside a voucher that paid before', async () => {
    const { id, paymentIntentId, confirm } = await asked();
    await charge(paymentIntentId);
    await act(test, id, { type: 'ApplyVoucher', party: 1, ...voucher });
    const expected = {
      paymentStatus: 'succeeded',
      party1PaymentStatus: 'succeeded',
      party1PaymentAmount: 0,
      party1PaymentIntentId: paymentIntentId,
      party1MoneyBack: 'due',
      party2MoneyBack: 'none',
      refundDue: 199,
    };
    for (let time = 0; time < 2; time += 1) expect(await confirm()).toMatchObject(expected);
    await untilLeft(id, 199);
  });

  it('of a wrong amount is none, with what is left shown alike everywhere until it went back', async () => {
    const { browser, id, paymentIntentId, confirm } = await asked();
    await charge(paymentIntentId, 250);
    const inVain = { paymentStatus: 'none', party1PaymentStatus: 'none', amountDue: 199 };
    expect(await confirm()).toMatchObject({
      ...inVain,
      party1MoneyBack: 'due',
      party1Refunded: 0,
      refundDue: 250,
    });
    await untilLeft(id, 250);
    const refunded = async (totalRefunded: number): Promise<NdaView> => {
      await act(test, id, { type: 'RecordRefund', paymentIntentId, totalRefunded, currency: 'EUR' });
      return read(browser, id);
    };
    expect(await refunded(99)).toMatchObject({ party1MoneyBack: 'due', party1Refunded: 99, refundDue: 151 });
    const { items } = await untilLeft(id, 151);
    expect(items).toMatchObject([{ reference: paymentIntentId, party: 1, currency: 'EUR', closable: true }]);
    expect(await refunded(250)).toMatchObject({
      party1MoneyBack: 'refunded',
      party1Refunded: 250,
      refundDue: 0,
    });
    await untilLeft(id);
    expect(await refunded(100)).toMatchObject({
      party1MoneyBack: 'due',
      party1Refunded: 100,
      refundDue: 150,
    });
    await untilLeft(id, 150);
    const [again] = await refundsOf(id);
    await act(test, id, { type: 'CloseObligation', about: again?.id ?? '', by: 'admin' });
    expect(await read(browser, id)).toMatchObject({ party1MoneyBack: 'partly_refunded', refundDue: 0 });
    await untilLeft(id);
  });

  it('whose bank took the money back is due no more', async () => {
    const { browser, id, paymentIntentId, confirm } = await asked();
    await charge(paymentIntentId, 250);
    await confirm();
    const disputed = async (state: 'opened' | 'lost' | 'won'): Promise<NdaView> => {
      const dispute = { paymentIntentId, amount: 250, currency: 'EUR', state, disputes: 1 };
      await act(test, id, { type: 'RecordChargeback', ...dispute });
      return read(browser, id);
    };
    const open = { party1MoneyBack: 'disputed', party1ChargedBack: 0, refundDue: 250 };
    expect(await disputed('opened')).toMatchObject(open);
    expect(await disputed('lost')).toMatchObject({
      party1MoneyBack: 'lost',
      party1ChargedBack: 250,
      refundDue: 0,
    });
    await untilLeft(id);
    expect(await disputed('won')).toMatchObject({
      party1MoneyBack: 'due',
      party1ChargedBack: 0,
      refundDue: 250,
    });
    await untilLeft(id, 250);
  });
});
