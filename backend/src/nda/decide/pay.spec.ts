import type { ApplyVoucher, RecordPaymentSuccess, RequestPayment } from '../nda.commands.js';
import { day, given } from '../testing/given.js';
import {
  cancelled,
  completed,
  created,
  discarded,
  erased,
  expired,
  failed,
  hashOf,
  inPersonComplete,
  intentOpened,
  madeRemote,
  mismatched,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2SignedRemotely,
  refundDue,
  refunded,
  remotePaid,
  requested,
  splitInvited,
  VOUCHER,
  voucherApplied,
} from '../testing/samples.js';

const request = (change: Partial<RequestPayment> = {}): RequestPayment => ({
  type: 'RequestPayment',
  party: 1,
  provider: 'sandbox',
  consentWording: 'v1',
  ...change,
});
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
const apply = (change: Partial<ApplyVoucher> = {}): ApplyVoucher => ({
  type: 'ApplyVoucher',
  party: 1,
  voucherId: VOUCHER,
  voucherCode: 'NDA-ABCD-EFGH',
  ...change,
});
const asked = [created, party1Signed(), requested(199), intentOpened()];
const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;

describe('RequestPayment', () => {
  it('asks one share in person', () => given(created, party1Signed()).when(request()).then(requested(199)));
  it('asks both shares when Party 1 pays for both', () => given(created, party1SignedRemote).when(request()).then(requested(398)));
  it('asks each for its share otherwise', () => {
    given(created, party1SignedSplit).when(request()).then(requested(199));
    given(...splitInvited)
      .when(request({ party: 2 }))
      .then(requested(199, { party: 2 }));
  });
  it('is possible when both have signed', () =>
    given(...inPersonComplete)
      .when(request())
      .then(requested(199)));
  it('refuses before Party 1 has signed', () => given(created).when(request()).thenRefused('party1_must_sign_first'));
  it('refuses when it is paid', () => {
    given(...asked, paid(199))
      .when(request())
      .thenRefused('already_paid');
    given(...splitInvited, voucherApplied(199, { party: 2 }))
      .when(request({ party: 2 }))
      .thenRefused('already_paid');
  });
  it('asks nobody twice after a cancel', () =>
    given(...splitInvited, voucherApplied(199, { party: 2 }), cancelled())
      .when(request({ party: 2 }))
      .thenRefused('already_paid'));
  it('refuses when Party 2 owes nothing', () => {
    given(...remotePaid)
      .when(request({ party: 2 }))
      .thenRefused('nothing_due');
    given(created, party1Signed())
      .when(request({ party: 2 }))
      .thenRefused('nothing_due');
    given(...splitInvited, cancelled())
      .when(request({ party: 2 }))
      .thenRefused('nothing_due');
  });
  it('refuses Party 2 without a working link', () => {
    given(created, party1SignedSplit)
      .when(request({ party: 2 }))
      .thenRefused('not_invited');
    given(...splitInvited)
      .when(request({ party: 2 }), day(7))
      .thenRefused('link_expired');
  });
  it('stays quiet while an intent of the same amount is open, also after a refused card', () => {
    given(...asked)
      .when(request())
      .thenNothing();
    given(...asked, failed())
      .when(request())
      .thenNothing();
  });
  it('begins the next attempt when the amount changed', () =>
    given(...asked, madeRemote(true))
      .when(request())
      .then(requested(398, { attempt: 2 })));
  it('begins the next attempt when the provider changed', () =>
    given(...asked)
      .when(request({ provider: 'stripe' }))
      .then(requested(199, { attempt: 2, provider: 'stripe' })));
  it('begins the next attempt after a final failure', () =>
    given(...asked, failed({ final: true }))
      .when(request())
      .then(requested(199, { attempt: 2 })));
});

describe('RecordPaymentIntent', () => {
  const record = { type: 'RecordPaymentIntent', party: 1, attempt: 1, paymentIntentId: 'pi_1', provider: 'sandbox' } as const;
  it('names the intent', () => given(created, party1Signed(), requested(199)).when(record).then(intentOpened()));
  it('stays quiet on repetition', () =>
    given(...asked)
      .when(record)
      .thenNothing());
  it('stays quiet when its success came first', () => given(created, party1Signed(), requested(199), paid(199)).when(record).thenNothing());
  it('refuses one that nobody asked for', () => given(created, party1Signed()).when(record).thenRefused('payment_unknown'));
});

describe('RecordPaymentSuccess', () => {
  it('counts what was asked', () =>
    given(...asked)
      .when(success(199))
      .then(paid(199)));
  it('counts before the intent was recorded', () => given(created, party1Signed(), requested(199)).when(success(199)).then(paid(199)));
  it("counts Party 2's share", () =>
    given(...splitInvited, requested(199, share), intentOpened(share))
      .when(success(199, share))
      .then(paid(199, share)));
  it('stays quiet on repetition', () => {
    given(...asked, paid(199))
      .when(success(199))
      .thenNothing();
    given(...asked, mismatched(), refundDue(200, { reason: 'mismatched' }))
      .when(success(200))
      .thenNothing();
  });
  it('refuses one that nobody asked for', () => given(created, party1Signed()).when(success(199)).thenRefused('payment_unknown'));
  it('never counts another amount', () =>
    given(...asked)
      .when(success(200))
      .then(mismatched(), refundDue(200, { reason: 'mismatched' })));
  it('never counts another currency', () =>
    given(...asked)
      .when(success(199, { currency: 'USD' }))
      .then(mismatched({ amount: 199, currency: 'USD' }), refundDue(199, { currency: 'USD', reason: 'mismatched' })));
  it('gives back what is covered already', () => {
    const second = { attempt: 2, paymentIntentId: 'pi_2' };
    given(...asked, madeRemote(false), requested(199, { attempt: 2 }), paid(199))
      .when(success(199, second))
      .then(refundDue(199, { paymentIntentId: 'pi_2' }));
    given(...asked, voucherApplied(199))
      .when(success(199))
      .then(refundDue(199));
  });
  it('gives back what a superseded intent brought in excess', () =>
    given(created, party1SignedRemote, requested(398), intentOpened(), madeRemote(false))
      .when(success(398))
      .then(paid(199), refundDue(199)));
  it('counts a superseded smaller intent, and asks only for the rest', () => {
    const history = [...asked, madeRemote(true), requested(398, { attempt: 2 })];
    given(...history)
      .when(success(199))
      .then(paid(199));
    given(...history, paid(199))
      .when(request())
      .then(requested(199, { attempt: 3 }));
  });
  it('gives back what comes after the invitation expired', () => {
    const history = [...splitInvited, requested(199, share), intentOpened(share)];
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
    given(...asked, erased)
      .when(success(199))
      .then(refundDue(199, { reason: 'erased' })));
});

describe('RecordPaymentFailure', () => {
  const fail = {
    type: 'RecordPaymentFailure',
    party: 1,
    attempt: 1,
    paymentIntentId: 'pi_1',
    code: 'card_declined',
    final: false,
  } as const;
  it('records each refusal', () => {
    given(...asked)
      .when(fail)
      .then(failed());
    given(...asked, failed())
      .when(fail)
      .then(failed());
  });
  it('records the end once', () => {
    given(...asked)
      .when({ ...fail, final: true })
      .then(failed({ final: true }));
    given(...asked, failed({ final: true }))
      .when({ ...fail, final: true })
      .thenNothing();
  });
  it('stays quiet after the success', () =>
    given(...asked, paid(199))
      .when({ ...fail, final: true })
      .thenNothing());
  it('ends a superseded attempt', () =>
    given(...asked, madeRemote(true), requested(398, { attempt: 2 }))
      .when({ ...fail, final: true })
      .then(failed({ final: true })));
  it('refuses one that nobody asked for', () => given(created).when(fail).thenRefused('payment_unknown'));
  it('is taken down after an erasure', () =>
    given(...asked, erased)
      .when(fail)
      .then(failed()));
});

describe('RecordRefund', () => {
  const refund = { type: 'RecordRefund', paymentIntentId: 'pi_1', amount: 199, currency: 'EUR' } as const;
  it('records what the provider reports, also after an erasure', () => {
    given(...asked, paid(199))
      .when(refund)
      .then(refunded);
    given(...asked, paid(199), erased)
      .when(refund)
      .then(refunded);
  });
  it('stays quiet on repetition, and records a further part', () => {
    given(...asked, paid(199), refunded)
      .when(refund)
      .thenNothing();
    given(...asked, paid(199), refunded)
      .when({ ...refund, amount: 398 })
      .then({ type: 'PaymentRefunded', open: { paymentIntentId: 'pi_1', amount: 398, currency: 'EUR' } });
  });
  it('refuses a payment of somebody else', () =>
    given(...asked)
      .when({ ...refund, paymentIntentId: 'pi_9' })
      .thenRefused('payment_unknown'));
});

describe('ApplyVoucher', () => {
  it('covers what is owed', () => {
    given(created, party1Signed()).when(apply()).then(voucherApplied(199));
    given(created, party1SignedRemote).when(apply()).then(voucherApplied(398));
    given(...splitInvited)
      .when(apply({ party: 2, voucherId: hashOf('f') }))
      .then(voucherApplied(199, { party: 2, voucherId: hashOf('f') }));
  });
  it('covers only the rest', () =>
    given(...asked, madeRemote(true), requested(398, { attempt: 2 }), paid(199))
      .when(apply())
      .then(voucherApplied(199)));
  it('stays quiet when this voucher was applied', () => given(created, party1Signed(), voucherApplied(199)).when(apply()).thenNothing());
  it('refuses another one when all is covered', () =>
    given(created, party1Signed(), voucherApplied(199))
      .when(apply({ voucherId: hashOf('f') }))
      .thenRefused('already_paid'));
  it('refuses before Party 1 has signed', () => given(created).when(apply()).thenRefused('party1_must_sign_first'));
  it('refuses when nothing is due', () =>
    given(...remotePaid)
      .when(apply({ party: 2 }))
      .thenRefused('nothing_due'));
  it('refuses Party 2 without a working link', () => {
    given(created, party1SignedSplit)
      .when(apply({ party: 2 }))
      .thenRefused('not_invited');
    given(...splitInvited)
      .when(apply({ party: 2 }), day(8))
      .thenRefused('link_expired');
  });
  it('owes nothing more once both have signed and paid', () =>
    given(...splitInvited, voucherApplied(199, { party: 2 }), party2SignedRemotely, completed)
      .when(apply({ voucherId: hashOf('f') }))
      .thenRefused('already_paid'));
});
