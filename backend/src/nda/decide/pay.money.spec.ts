import type { RecordPaymentSuccess } from '../nda.commands.js';
import { requestPayment } from '../testing/commands.js';
import { day, given } from '../testing/given.js';
import {
  created,
  discarded,
  erased,
  expired,
  intentOpened,
  madeRemote,
  mismatched,
  paid,
  paymentAsked,
  party1Signed,
  party1SignedRemote,
  refundDue,
  refunded,
  requested,
  splitInvited,
  splitSent,
  voucherApplied,
} from '../testing/samples.js';

const success = (amount: number, change: Partial<RecordPaymentSuccess> = {}): RecordPaymentSuccess => ({
  type: 'RecordPaymentSuccess',
  party: 1,
  attempt: 1,
  paymentIntentId: 'pi_1',
  amount,
  currency: 'EUR',
  provider: 'sandbox',
  ...change,
});
const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;

describe('RecordPaymentSuccess', () => {
  it('counts what was asked', () =>
    given(...paymentAsked)
      .when(success(199))
      .then(paid(199)));
  it('counts before the intent was recorded', () =>
    given(created, party1Signed(), requested(199)).when(success(199)).then(paid(199)));
  it("counts Party 2's share", () =>
    given(...splitInvited, requested(199, share), intentOpened(share))
      .when(success(199, share))
      .then(paid(199, share)));
  it('stays quiet on repetition', () => {
    given(...paymentAsked, paid(199))
      .when(success(199))
      .thenNothing();
    given(...paymentAsked, mismatched(), refundDue(200, { reason: 'mismatched' }))
      .when(success(200))
      .thenNothing();
  });
  it('refuses one that nobody asked for', () =>
    given(created, party1Signed()).when(success(199)).thenRefused('payment_unknown'));
  it('never counts another amount', () =>
    given(...paymentAsked)
      .when(success(200))
      .then(mismatched(), refundDue(200, { reason: 'mismatched' })));
  it('never counts another currency', () =>
    given(...paymentAsked)
      .when(success(199, { currency: 'USD' }))
      .then(
        mismatched({ amount: 199, currency: 'USD' }),
        refundDue(199, { currency: 'USD', reason: 'mismatched' }),
      ));
  it('gives back what is covered already', () => {
    const second = { attempt: 2, paymentIntentId: 'pi_2' };
    given(...paymentAsked, madeRemote(false), requested(199, { attempt: 2 }), paid(199))
      .when(success(199, second))
      .then(refundDue(199, { paymentIntentId: 'pi_2' }));
    given(...paymentAsked, voucherApplied(199))
      .when(success(199))
      .then(refundDue(199));
  });
  it('gives back what a superseded intent brought in excess', () =>
    given(created, party1SignedRemote, requested(398), intentOpened(), madeRemote(false))
      .when(success(398))
      .then(paid(199), refundDue(199)));
  it('counts a superseded smaller intent, and asks only for the rest', () => {
    const history = [...paymentAsked, madeRemote(true), requested(398, { attempt: 2 })];
    given(...history)
      .when(success(199))
      .then(paid(199));
    given(...history, paid(199))
      .when(requestPayment())
      .then(requested(199, { attempt: 3 }));
  });
  it('gives back what comes after the invitation expired', () => {
    const history = [...splitSent, requested(199, share), intentOpened(share)];
    const due = refundDue(199, { party: 2, paymentIntentId: 'pi_2', reason: 'expired' });
    given(...history)
      .when(success(199, share), day(7))
      .then(due);
    given(...history, expired)
      .when(success(199, share))
      .then(due);
  });
  it('gives back what comes after a discard', () =>
    given(created, requested(199), discarded)
      .when(success(199))
      .then(refundDue(199, { reason: 'discarded' })));
  it('gives back what comes after an erasure', () =>
    given(...paymentAsked, erased)
      .when(success(199))
      .then(refundDue(199, { reason: 'erased' })));
});

describe('RecordRefund', () => {
  const refund = { type: 'RecordRefund', paymentIntentId: 'pi_1', amount: 199, currency: 'EUR' } as const;
  it('records what the provider reports, also after an erasure', () => {
    given(...paymentAsked, paid(199))
      .when(refund)
      .then(refunded);
    given(...paymentAsked, paid(199), erased)
      .when(refund)
      .then(refunded);
  });
  it('stays quiet on repetition, and records a further part', () => {
    given(...paymentAsked, paid(199), refunded)
      .when(refund)
      .thenNothing();
    given(...paymentAsked, paid(199), refunded)
      .when({ ...refund, amount: 398 })
      .then({ type: 'PaymentRefunded', open: { paymentIntentId: 'pi_1', amount: 398, currency: 'EUR' } });
  });
  it('refuses a payment of somebody else', () =>
    given(...paymentAsked)
      .when({ ...refund, paymentIntentId: 'pi_9' })
      .thenRefused('payment_unknown'));
});
