import type { RecordPaymentSuccess } from '../payment.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { PaymentChargedBack } from '../payment.events.js';
import { requestPayment } from '../testing/commands.js';
import { day, given } from '../testing/given.js';
import { paymentAsked, splitInvited, splitSent } from '../testing/sample-histories.js';
import {
  chargedBack,
  created,
  discarded,
  erased,
  expired,
  intentOpened,
  madeRemote,
  mismatched,
  paid,
  party1Signed,
  party1SignedRemote,
  refundDue,
  refunded,
  requested,
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
  cardLastDigits: '4242',
  ...change,
});
const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;

describe('RecordPaymentSuccess', () => {
  it('counts the requested amount', () =>
    given(...paymentAsked)
      .when(success(199))
      .then(paid(199)));
  it('counts money that comes before the intent is recorded', () =>
    given(created, party1Signed(), requested(199)).when(success(199)).then(paid(199)));
  it("counts Party 2's share", () =>
    given(...splitInvited, requested(199, share), intentOpened(share))
      .when(success(199, share))
      .then(paid(199, share)));
  it('records nothing on repetition', () => {
    given(...paymentAsked, paid(199))
      .when(success(199))
      .thenNothing();
    given(...paymentAsked, mismatched(), refundDue(200, { reason: 'mismatched' }))
      .when(success(200))
      .thenNothing();
  });
  it('refuses a payment that nobody requested', () =>
    given(created, party1Signed()).when(success(199)).thenRefused('payment_unknown'));
  it('never counts another amount', () =>
    given(...paymentAsked)
      .when(success(200))
      .then(mismatched(), refundDue(200, { reason: 'mismatched' })));
  it('never counts another amount, and records an intent that was not reported before', () => {
    const facts = [intentOpened(), mismatched(), refundDue(200, { reason: 'mismatched' })];
    given(created, party1Signed(), requested(199))
      .when(success(200))
      .then(...facts);
  });
  it('never counts another currency', () =>
    given(...paymentAsked)
      .when(success(199, { currency: 'USD' }))
      .then(
        mismatched({ amount: 199, currency: 'USD' }),
        refundDue(199, { currency: 'USD', reason: 'mismatched' }),
      ));
  it('ends an attempt whose money is due back, even if its intent was never recorded', () =>
    given(created, party1Signed(), requested(199), erased)
      .when(success(199))
      .then(intentOpened(), refundDue(199, { reason: 'erased' })));
  it('counts a second intent of an attempt, once', () => {
    const second = { paymentIntentId: 'pi_9' };
    given(...paymentAsked, intentOpened(second))
      .when(success(199, second))
      .then(paid(199, second));
    given(...paymentAsked, intentOpened(second), paid(199, second))
      .when(success(199))
      .then(refundDue(199));
  });
  it('gives back money for a covered amount', () => {
    const second = { attempt: 2, paymentIntentId: 'pi_2' };
    given(...paymentAsked, madeRemote(false), requested(199, { attempt: 2 }), paid(199))
      .when(success(199, second))
      .then(
        intentOpened({ attempt: 2, paymentIntentId: 'pi_2' }),
        refundDue(199, { paymentIntentId: 'pi_2' }),
      );
    given(...paymentAsked, voucherApplied(199))
      .when(success(199))
      .then(refundDue(199));
  });
  it('counts what is owed and gives back the rest, to the cent', () => {
    given(...paymentAsked, voucherApplied(198))
      .when(success(199))
      .then(paid(1), refundDue(198));
    given(...paymentAsked, voucherApplied(1))
      .when(success(199))
      .then(paid(198), refundDue(1));
  });
  it('gives back the excess that a superseded intent brought', () =>
    given(created, party1SignedRemote, requested(398), intentOpened(), madeRemote(false))
      .when(success(398))
      .then(paid(199), refundDue(199)));
  it('counts a superseded smaller intent, and requests only the rest', () => {
    const history = [...paymentAsked, madeRemote(true), requested(398, { attempt: 2 })];
    given(...history)
      .when(success(199))
      .then(paid(199));
    given(...history, paid(199))
      .when(requestPayment())
      .then(requested(199, { attempt: 3 }));
  });
  it('gives back money that comes after the invitation expired', () => {
    const history = [...splitSent, requested(199, share), intentOpened(share)];
    const due = refundDue(199, { party: 2, paymentIntentId: 'pi_2', reason: 'expired' });
    given(...history)
      .when(success(199, share), day(7))
      .then(due);
    given(...history, expired)
      .when(success(199, share))
      .then(due);
  });
  it('gives back money that comes after a discard', () =>
    given(created, requested(199), discarded)
      .when(success(199))
      .then(intentOpened(), refundDue(199, { reason: 'discarded' })));
  it('gives back money that comes after an erasure', () =>
    given(...paymentAsked, erased)
      .when(success(199))
      .then(refundDue(199, { reason: 'erased' })));
});

describe('RecordRefund', () => {
  const refund = {
    type: 'RecordRefund',
    paymentIntentId: 'pi_1',
    totalRefunded: 199,
    currency: 'EUR',
  } as const;
  it('records the total that the provider reports, also after an erasure', () => {
    given(...paymentAsked, paid(199))
      .when(refund)
      .then(refunded(199));
    given(...paymentAsked, paid(199), erased)
      .when(refund)
      .then(refunded(199));
  });
  it('records nothing on repetition or if nothing was refunded', () => {
    given(...paymentAsked, paid(199), refunded(199))
      .when(refund)
      .thenNothing();
    given(...paymentAsked, paid(199))
      .when({ ...refund, totalRefunded: 0 })
      .thenNothing();
  });
  it('takes the newest total: after two parts of the same amount, and after a refund that failed later', () => {
    given(...paymentAsked, paid(199), refunded(99))
      .when({ ...refund, totalRefunded: 198 })
      .then(refunded(198));
    given(...paymentAsked, paid(199), refunded(99), refunded(198))
      .when({ ...refund, totalRefunded: 99 })
      .then(refunded(99));
    given(...paymentAsked, paid(199), refunded(99), refunded(0))
      .when({ ...refund, totalRefunded: 99 })
      .then(refunded(99));
  });
  it('refuses a payment of somebody else', () =>
    given(...paymentAsked)
      .when({ ...refund, paymentIntentId: 'pi_9' })
      .thenRefused('payment_unknown'));
});

describe('RecordChargeback', () => {
  const chargeback = {
    type: 'RecordChargeback',
    paymentIntentId: 'pi_1',
    amount: 199,
    currency: 'EUR',
    disputes: 1,
  } as const;
  const states = (from: readonly ('opened' | 'won' | 'lost')[], state: 'opened' | 'won' | 'lost') =>
    given(...paymentAsked, paid(199), ...from.map((one) => chargedBack(one))).when({ ...chargeback, state });

  it('records the opening and the outcome, also after an erasure', () => {
    states([], 'opened').then(chargedBack('opened'));
    states(['opened'], 'won').then(chargedBack('won'));
    states(['opened'], 'lost').then(chargedBack('lost'));
    states([], 'lost').then(chargedBack('lost'));
    given(...paymentAsked, paid(199), erased)
      .when({ ...chargeback, state: 'opened' })
      .then(chargedBack('opened'));
  });
  it('records another amount in the same state: a second dispute of one payment', () => {
    for (const state of ['opened', 'lost'] as const)
      given(...paymentAsked, paid(199), chargedBack(state, 'pi_1', 120))
        .when({ ...chargeback, state })
        .then(chargedBack(state));
  });
  it('records nothing on repetition or if the opening is reported after the outcome', () => {
    states(['opened'], 'opened').thenNothing();
    states(['won'], 'opened').thenNothing();
    states(['opened', 'lost'], 'lost').thenNothing();
    for (const undecided of [1, 99])
      given(...paymentAsked, paid(199), chargedBack('lost'))
        .when({ ...chargeback, state: 'lost', amount: 100, undecided })
        .thenNothing();
  });
  it('records another outcome, and another currency', () => {
    states(['won'], 'lost').then(chargedBack('lost'));
    given(...paymentAsked, paid(199), chargedBack('opened'))
      .when({ ...chargeback, state: 'opened', currency: 'USD' })
      .then({
        type: 'PaymentChargedBack',
        open: { paymentIntentId: 'pi_1', amount: 199, currency: 'USD', state: 'opened' },
      });
  });
  it('records a second dispute after a decided one, and ignores a later report with fewer disputes', () => {
    const again = chargedBack('opened', 'pi_1', 199, 2);
    for (const state of ['won', 'lost'] as const)
      given(...paymentAsked, paid(199), chargedBack(state))
        .when({ ...chargeback, state: 'opened', disputes: 2 })
        .then(again);
    const known = given(...paymentAsked, paid(199), chargedBack('won'), again);
    known.when({ ...chargeback, state: 'opened', disputes: 2 }).thenNothing();
    for (const state of ['opened', 'won', 'lost'] as const)
      known.when({ ...chargeback, state }).thenNothing();
    known.when({ ...chargeback, state: 'won', disputes: 2 }).then(chargedBack('won', 'pi_1', 199, 2));
    given(...paymentAsked, paid(199), chargedBack('won', 'pi_1', 199, 2))
      .when({ ...chargeback, state: 'opened', disputes: 2 })
      .thenNothing();
  });
  describe('of several disputes, one of which is lost', () => {
    const lost = (amount: number, undecided: number) => chargedBack('lost', 'pi_1', amount, 2, undecided);
    const told = { ...chargeback, disputes: 2 } as const;
    const since = (...facts: readonly NdaEvent[]) => given(...paymentAsked, paid(199), ...facts);
    it('records the undecided amount of the others, whenever they were opened', () => {
      since(chargedBack('opened', 'pi_1', 199, 2))
        .when({ ...told, state: 'lost', amount: 100, undecided: 99 })
        .then(lost(100, 99));
      since(chargedBack('lost', 'pi_1', 100))
        .when({ ...told, state: 'lost', amount: 100, undecided: 99 })
        .then(lost(100, 99));
    });
    it('records that they are decided, and ignores an older report after that', () => {
      since(lost(100, 99))
        .when({ ...told, state: 'lost', amount: 100, undecided: 0 })
        .then(lost(100, 0));
      for (const after of [lost(100, 0), lost(199, 0)]) {
        since(after)
          .when({ ...told, state: 'lost', amount: 100, undecided: 99 })
          .thenNothing();
        since(after)
          .when({ ...told, state: 'opened', undecided: 199 })
          .thenNothing();
      }
    });
    it('does not treat a dispute as decided if an older event does not say so', () => {
      const { undecided: _, ...open } = lost(100, 0).open as PaymentChargedBack['open'];
      since({ type: 'PaymentChargedBack', open })
        .when({ ...told, state: 'lost', amount: 100, undecided: 99 })
        .then(lost(100, 99));
    });
    it('treats a dispute as decided if an older event records it as won without an undecided amount', () => {
      const { undecided: _, ...open } = chargedBack('won', 'pi_1', 199, 2).open as PaymentChargedBack['open'];
      since({ type: 'PaymentChargedBack', open })
        .when({ ...told, state: 'opened', undecided: 199 })
        .thenNothing();
    });
  });
  it('records a second dispute of the same amount, so that a third one is recognized', () =>
    given(...paymentAsked, paid(199), chargedBack('won'))
      .when({ ...chargeback, state: 'won', disputes: 2 })
      .then(chargedBack('won', 'pi_1', 199, 2)));
  it('refuses a payment of somebody else', () =>
    given(...paymentAsked)
      .when({ ...chargeback, paymentIntentId: 'pi_9', state: 'opened' })
      .thenRefused('payment_unknown'));
});
