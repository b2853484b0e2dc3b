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

describe('what is still to be given back (rule:refunds-by-total)', () => {
  it.each<[string, readonly NdaEvent[], number]>([
    ['nothing', [], 0],
    ['what is due of each payment', [due(100), due(50, 'pi_2')], 150],
    ['all that is due of one payment', [due(100), due(20)], 120],
    ['the rest of it', [due(100), refunded(30)], 70],
    ['the rest of the newest total, a lower one too', [due(100), refunded(60), refunded(30)], 70],
    ['a last cent', [due(100), refunded(99)], 1],
    ['nothing of what was given', [due(100), refunded(100)], 0],
    [
      'never less than nothing: one payment makes up for no other',
      [due(100), refunded(150), due(50, 'pi_2')],
      50,
    ],
    ['nothing where nothing was due', [refunded(100)], 0],
    ['nothing of what a person has dealt with', [due(100), closed(1)], 0],
    ['the other one, where a person has dealt with one', [due(100), due(50, 'pi_2'), closed(2)], 100],
    ['all, where a person has dealt with something else', [due(100), closed(0)], 100],
    ['nothing in another currency', [due(100, 'pi_1', 'USD'), due(50, 'pi_2')], 50],
  ])('is %s', (_, events, cents) => expect(refundDue(moneyAfter(...events))).toBe(cents));
});

describe('what the service keeps of what counted', () => {
  const counted = [
    { paymentIntentId: 'pi_1', amount: 199 },
    { paymentIntentId: 'pi_2', amount: 398 },
  ];
  const lost = (amount: number): NdaEvent => sample.chargedBack('lost', 'pi_1', amount);
  const expired = sample.refundDue(199, { reason: 'expired' });

  it.each<[string, readonly NdaEvent[], number]>([
    ['all', [], 597],
    ['less what was given back', [refunded(99)], 498],
    ['less all that was given back', [expired, refunded(199)], 398],
    ['all of the other payment, where more was given back than counted', [refunded(500)], 398],
    ['less what the bank took for good', [lost(50)], 547],
    ['less both', [refunded(99), lost(50)], 448],
    ['all, while it is open', [sample.chargedBack('opened')], 597],
    ['all, where it was won', [sample.chargedBack('won')], 597],
    ['all, where only the excess went back', [due(100), refunded(100)], 597],
    ['all, and no more, while the excess did not go back', [due(100)], 597],
    ['less what went back beyond the excess', [due(100), refunded(150)], 547],
    ['less what went back for another reason', [expired, refunded(150)], 447],
    ['a last cent', [refunded(198)], 399],
  ])('is %s', (_, events, cents) => expect(revenueOf(counted, moneyAfter(...events))).toBe(cents));

  it('is nothing of nothing', () => expect(revenueOf([], moneyAfter(refunded(99)))).toBe(0));
});

describe('what is undecided of a chargeback', () => {
  it('is all of one that is open, and what is told of several', () => {
    expect(undecidedOf({ state: 'opened', amount: 199 })).toBe(199);
    expect(undecidedOf({ state: 'lost', amount: 199 })).toBe(0);
    expect(undecidedOf({ state: 'lost', amount: 199, undecided: 99 })).toBe(99);
    expect(undecidedOf({ state: 'opened', amount: 199, undecided: 0 })).toBe(0);
  });

  it('is kept as it was told', () => {
    const told = { paymentIntentId: 'pi_1', currency: 'EUR', amount: 100, state: 'lost' };
    expect(moneyAfter(sample.chargedBack('lost', 'pi_1', 100, 2, 99)).chargedBack).toEqual([
      { ...told, disputes: 2, undecided: 99 },
    ]);
    expect(moneyAfter(sample.chargedBack('lost', 'pi_1', 100)).chargedBack).toEqual([told]);
  });
});
