import type { ApplyVoucher } from '../payment.commands.js';
import { requestPayment } from '../testing/commands.js';
import { given } from '../testing/given.js';
import { inPersonComplete, paymentAsked, remoteInvited, splitInvited } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  completed,
  created,
  erased,
  expired,
  failed,
  hashOf,
  intentOpened,
  madeRemote,
  NEXT_TOKEN,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2Signed,
  party2SignedRemotely,
  requested,
  TOKEN,
  VOUCHER,
  voucherApplied,
} from '../testing/samples.js';

const BY_LINK = { party: 2, tokenHash: TOKEN } as const;

const apply = (change: Partial<ApplyVoucher> = {}): ApplyVoucher => ({
  type: 'ApplyVoucher',
  party: 1,
  voucherId: VOUCHER,
  voucherCode: 'NDA-ABCD-EFGH',
  ...change,
});

describe('RequestPayment', () => {
  it('requests one share in person', () =>
    given(created, party1Signed()).when(requestPayment()).then(requested(199)));
  it('requests both shares when Party 1 pays for both', () =>
    given(created, party1SignedRemote).when(requestPayment()).then(requested(398)));
  it('otherwise requests from each party its share', () => {
    given(created, party1SignedSplit).when(requestPayment()).then(requested(199));
    given(...splitInvited)
      .when(requestPayment(BY_LINK))
      .then(requested(199, { party: 2 }));
  });
  it('is possible when both have signed', () =>
    given(...inPersonComplete)
      .when(requestPayment())
      .then(requested(199)));
  it('refuses before Party 1 has signed', () =>
    given(created).when(requestPayment()).thenRefused('party1_must_sign_first'));
  it('refuses when it is paid', () => {
    given(...paymentAsked, paid(199))
      .when(requestPayment())
      .thenRefused('already_paid');
    given(...splitInvited, voucherApplied(199, { party: 2 }))
      .when(requestPayment(BY_LINK))
      .thenRefused('already_paid');
  });
  it('does not request a covered share again after a cancellation', () =>
    given(...splitInvited, voucherApplied(199, { party: 2 }), cancelled())
      .when(requestPayment({ party: 2 }))
      .thenRefused('already_paid'));
  it('refuses when Party 2 owes nothing', () => {
    given(...remoteInvited)
      .when(requestPayment(BY_LINK))
      .thenRefused('nothing_due');
    given(created, party1Signed())
      .when(requestPayment({ party: 2 }))
      .thenRefused('nothing_due');
    given(...splitInvited, cancelled())
      .when(requestPayment({ party: 2 }))
      .thenRefused('nothing_due');
  });
  it('refuses Party 2 without a working link', () => {
    given(created, party1SignedSplit).when(requestPayment(BY_LINK)).thenRefused('invalid_link');
    given(...splitInvited, cancelled())
      .when(requestPayment(BY_LINK))
      .thenRefused('link_cancelled');
    given(...splitInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(requestPayment(BY_LINK))
      .thenRefused('link_replaced');
    given(...splitInvited, expired)
      .when(requestPayment(BY_LINK))
      .thenRefused('link_expired');
  });
  it('refuses Party 2 on the screen of Party 1 in remote mode', () =>
    given(...splitInvited)
      .when(requestPayment({ party: 2 }))
      .thenRefused('remote_only'));
  it('records nothing while an intent of the same amount is open, also after a refused card', () => {
    given(...paymentAsked)
      .when(requestPayment())
      .thenNothing();
    given(...paymentAsked, failed())
      .when(requestPayment())
      .thenNothing();
  });
  it('begins the next attempt when the amount changed', () =>
    given(...paymentAsked, madeRemote(true))
      .when(requestPayment())
      .then(requested(398, { attempt: 2 })));
  it('begins the next attempt when the provider changed', () =>
    given(...paymentAsked)
      .when(requestPayment({ provider: 'stripe' }))
      .then(requested(199, { attempt: 2, provider: 'stripe' })));
  it('begins the next attempt after a final failure', () =>
    given(...paymentAsked, failed({ final: true }))
      .when(requestPayment())
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
  it('records nothing on repetition', () =>
    given(...paymentAsked)
      .when(record)
      .thenNothing());
  it("records nothing when the intent's success was recorded first", () => {
    given(created, party1Signed(), requested(199), paid(199)).when(record).thenNothing();
    const second = { paymentIntentId: 'pi_9' };
    given(...paymentAsked, paid(199, second))
      .when({ ...record, ...second })
      .thenNothing();
  });
  it('records a second intent of the same attempt in addition to the first', () =>
    given(...paymentAsked)
      .when({ ...record, paymentIntentId: 'pi_9' })
      .then(intentOpened({ paymentIntentId: 'pi_9' })));
  it('records an intent that is found after the attempt was given up', () =>
    given(created, party1Signed(), requested(199), failed({ paymentIntentId: null, final: true }))
      .when(record)
      .then(intentOpened()));
  it('records at most five intents of an attempt', () => {
    const others = [2, 3, 4, 5].map((n) => intentOpened({ paymentIntentId: `pi_${n}` }));
    given(...paymentAsked, ...others)
      .when({ ...record, paymentIntentId: 'pi_9' })
      .thenNothing();
  });
  it('refuses an unknown attempt', () =>
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
    given(...paymentAsked)
      .when(fail)
      .then(failed());
    given(...paymentAsked, failed())
      .when(fail)
      .then(failed());
  });
  it('records the end once', () => {
    given(...paymentAsked)
      .when({ ...fail, final: true })
      .then(failed({ final: true }));
    given(...paymentAsked, failed({ final: true }))
      .when({ ...fail, final: true })
      .thenNothing();
  });
  it('records nothing after the success', () =>
    given(...paymentAsked, paid(199))
      .when({ ...fail, final: true })
      .thenNothing());
  it('ends a second intent of an attempt, and records nothing else about it', () => {
    const second = { paymentIntentId: 'pi_9' };
    const history = [...paymentAsked, intentOpened(second)];
    given(...history)
      .when({ ...fail, ...second, final: true })
      .then(failed({ ...second, final: true }));
    given(...history)
      .when({ ...fail, ...second })
      .thenNothing();
    given(...history, failed({ ...second, final: true }))
      .when({ ...fail, ...second, final: true })
      .thenNothing();
    given(...history, failed({ ...second, final: true }))
      .when(requestPayment())
      .thenNothing();
  });
  it('ends a superseded attempt', () =>
    given(...paymentAsked, madeRemote(true), requested(398, { attempt: 2 }))
      .when({ ...fail, final: true })
      .then(failed({ final: true })));
  it('refuses an unknown attempt', () => given(created).when(fail).thenRefused('payment_unknown'));
  it('is recorded after an erasure too', () =>
    given(...paymentAsked, erased)
      .when(fail)
      .then(failed()));
});

describe('ApplyVoucher', () => {
  it('covers the owed amount', () => {
    given(created, party1Signed()).when(apply()).then(voucherApplied(199));
    given(created, party1SignedRemote).when(apply()).then(voucherApplied(398));
    given(...splitInvited)
      .when(apply({ ...BY_LINK, voucherId: hashOf('f') }))
      .then(voucherApplied(199, { party: 2, voucherId: hashOf('f') }));
  });
  it('covers only the rest', () =>
    given(...paymentAsked, madeRemote(true), requested(398, { attempt: 2 }), paid(199))
      .when(apply())
      .then(voucherApplied(199)));
  it('records nothing if this voucher was applied before, even if something else happened since', () => {
    given(created, party1Signed(), voucherApplied(199)).when(apply()).thenNothing();
    given(created, party1Signed(), voucherApplied(199), party2Signed(), completed)
      .when(apply())
      .thenNothing();
  });
  it('refuses another voucher when all is covered', () =>
    given(created, party1Signed(), voucherApplied(199))
      .when(apply({ voucherId: hashOf('f') }))
      .thenRefused('already_paid'));
  it('refuses before Party 1 has signed', () =>
    given(created).when(apply()).thenRefused('party1_must_sign_first'));
  it('refuses when nothing is due', () =>
    given(...remoteInvited)
      .when(apply(BY_LINK))
      .thenRefused('nothing_due'));
  it('refuses Party 2 without a working link', () => {
    given(created, party1SignedSplit).when(apply(BY_LINK)).thenRefused('invalid_link');
    given(...splitInvited, cancelled())
      .when(apply(BY_LINK))
      .thenRefused('link_cancelled');
    given(...splitInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(apply(BY_LINK))
      .thenRefused('link_replaced');
    given(...splitInvited, expired)
      .when(apply(BY_LINK))
      .thenRefused('link_expired');
  });
  it('refuses Party 2 on the screen of Party 1 in remote mode', () =>
    given(...splitInvited)
      .when(apply({ party: 2 }))
      .thenRefused('remote_only'));
  it('owes nothing more once both have signed and paid', () =>
    given(...splitInvited, voucherApplied(199, { party: 2 }), party2SignedRemotely, completed)
      .when(apply({ voucherId: hashOf('f') }))
      .thenRefused('already_paid'));
});
