import { refundDue, revenueOf, undecidedOf } from './money-back.js';
import type { NdaEvent } from './nda.events.js';
import { idOf, stateAfter } from './testing/given.js';
import * as sample from './testing/samples.js';

const { created, refunded } = sample;
const moneyAfter = (...events: readonly NdaEvent[]) => stateAfter(created, ...events).moneyBack;
const due = (amount: number, paymentIntentId = 'pi_1', currency = 'EUR'): NdaEvent =>
  sample.refundDue(amount, { paymentIntentId, currency });
const closed = (revision: number): NdaEvent => ({
  type: 'ObligationClosed',
  open: { about: idOf(revision), by: 'admin' },
});

describe('the amount still to be refunded (rule:refunds-by-total)', () => {
  it.each<[string, readonly NdaEvent[], number]>([
    ['nothing', [], 0],
    ['the amounts due of all payments', [due(100), due(50, 'pi_2')], 150],
    ['the sum of the amounts due of one payment', [due(100), due(20)], 120],
    ['the rest after a partial refund', [due(100), refunded(30)], 70],
    ['the rest after the newest total, also a lower one', [due(100), refunded(60), refunded(30)], 70],
    ['a last cent', [due(100), refunded(99)], 1],
    ['nothing after a full refund', [due(100), refunded(100)], 0],
    [
      'never negative: the excess of one payment does not count for another',
      [due(100), refunded(150), due(50, 'pi_2')],
      50,
    ],
    ['nothing if nothing was due', [refunded(100)], 0],
    ['nothing for a refund that a person has settled', [due(100), closed(1)], 0],
    ['the other refund if a person has settled one', [due(100), due(50, 'pi_2'), closed(2)], 100],
    ['everything if a person has settled something else', [due(100), closed(0)], 100],
    ['nothing in another currency', [due(100, 'pi_1', 'USD'), due(50, 'pi_2')], 50],
  ])('is %s', (_, events, cents) => expect(refundDue(moneyAfter(...events))).toBe(cents));
});

describe('the revenue from counted payments', () => {
  const counted = [
    { paymentIntentId: 'pi_1', amount: 199 },
    { paymentIntentId: 'pi_2', amount: 398 },
  ];
  const lost = (amount: number): NdaEvent => sample.chargedBack('lost', 'pi_1', amount);
  const expired = sample.refundDue(199, { reason: 'expired' });

  it.each<[string, readonly NdaEvent[], number]>([
    ['all', [], 597],
    ['reduced by a refund', [refunded(99)], 498],
    ['reduced by a full refund', [expired, refunded(199)], 398],
    ['all of the other payment if more was refunded than counted', [refunded(500)], 398],
    ['reduced by a lost chargeback', [lost(50)], 547],
    ['reduced by both', [refunded(99), lost(50)], 448],
    ['everything while a chargeback is open', [sample.chargedBack('opened')], 597],
    ['everything after a chargeback was won', [sample.chargedBack('won')], 597],
    ['everything if only the excess was refunded', [due(100), refunded(100)], 597],
    ['everything counted, and no more, before the excess is refunded', [due(100)], 597],
    ['reduced by the refund beyond the excess', [due(100), refunded(150)], 547],
    ['reduced by a refund for another reason', [expired, refunded(150)], 447],
    ['a last cent', [refunded(198)], 399],
  ])('is %s', (_, events, cents) => expect(revenueOf(counted, moneyAfter(...events))).toBe(cents));

  it('is 0 without payments', () => expect(revenueOf([], moneyAfter(refunded(99)))).toBe(0));
});

describe('the undecided amount of a chargeback', () => {
  it('is the whole amount of a single open dispute, and the recorded amount of several', () => {
    expect(undecidedOf({ state: 'opened', amount: 199 })).toBe(199);
    expect(undecidedOf({ state: 'lost', amount: 199 })).toBe(0);
    expect(undecidedOf({ state: 'lost', amount: 199, undecided: 99 })).toBe(99);
    expect(undecidedOf({ state: 'opened', amount: 199, undecided: 0 })).toBe(0);
  });

  it('is kept as recorded', () => {
    const told = { paymentIntentId: 'pi_1', currency: 'EUR', amount: 100, state: 'lost' };
    expect(moneyAfter(sample.chargedBack('lost', 'pi_1', 100, 2, 99)).chargedBack).toEqual([
      { ...told, disputes: 2, undecided: 99 },
    ]);
    expect(moneyAfter(sample.chargedBack('lost', 'pi_1', 100)).chargedBack).toEqual([told]);
  });
});
