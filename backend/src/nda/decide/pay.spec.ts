import type { ApplyVoucher, RequestPayment } from '../nda.commands.js';
import { day, given } from '../testing/given.js';
import {
  cancelled,
  completed,
  created,
  erased,
  failed,
  hashOf,
  inPersonComplete,
  intentOpened,
  madeRemote,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2SignedRemotely,
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
const apply = (change: Partial<ApplyVoucher> = {}): ApplyVoucher => ({
  type: 'ApplyVoucher',
  party: 1,
  voucherId: VOUCHER,
  voucherCode: 'NDA-ABCD-EFGH',
  ...change,
});
const asked = [created, party1Signed(), requested(199), intentOpened()];

describe('RequestPayment', () => {
  it('asks one share in person', () => given(created, party1Signed()).when(request()).then(requested(199)));
  it('asks both shares when Party 1 pays for both', () =>
    given(created, party1SignedRemote).when(request()).then(requested(398)));
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
  it('refuses before Party 1 has signed', () =>
    given(created).when(request()).thenRefused('party1_must_sign_first'));
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
  const record = {
    type: 'RecordPaymentIntent',
    party: 1,
    attempt: 1,
    paymentIntentId: 'pi_1',
    provider: 'sandbox',
  } as const;
  it('names the intent', () =>
    given(created, party1Signed(), requested(199)).when(record).then(intentOpened()));
  it('stays quiet on repetition', () =>
    given(...asked)
      .when(record)
      .thenNothing());
  it('stays quiet when its success came first', () =>
    given(created, party1Signed(), requested(199), paid(199)).when(record).thenNothing());
  it('takes the newest where the provider answers anew', () =>
    given(...asked)
      .when({ ...record, paymentIntentId: 'pi_9' })
      .then(intentOpened({ paymentIntentId: 'pi_9' })));
  it('stays quiet when the attempt is over', () =>
    given(...asked, failed({ final: true }))
      .when({ ...record, paymentIntentId: 'pi_9' })
      .thenNothing());
  it('refuses one that nobody asked for', () =>
    given(created, party1Signed()).when(record).thenRefused('payment_unknown'));
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
  it('stays quiet when this voucher was applied', () =>
    given(created, party1Signed(), voucherApplied(199)).when(apply()).thenNothing());
  it('refuses another one when all is covered', () =>
    given(created, party1Signed(), voucherApplied(199))
      .when(apply({ voucherId: hashOf('f') }))
      .thenRefused('already_paid'));
  it('refuses before Party 1 has signed', () =>
    given(created).when(apply()).thenRefused('party1_must_sign_first'));
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
