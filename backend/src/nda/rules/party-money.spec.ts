import type { NdaEvent } from '../nda.events.js';
import { idOf, stateAfter } from '../testing/given.js';
import { randomHistories } from '../testing/histories.js';
import { splitSent } from '../testing/sample-histories.js';
import * as sample from '../testing/samples.js';
import fc from 'fast-check';
import { refundDue, refundedOf } from '../money-back.js';
import { keptOfOrder, partyMoney, payerOf, statusForPayer } from './party-money.js';

type Events = readonly NdaEvent[];

const { refunded } = sample;
const asked: Events = [sample.created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
const counted: Events = [...asked, sample.paid(199)];
const mismatched: Events = [
  ...asked,
  sample.mismatched({ amount: 250 }),
  sample.refundDue(250, { reason: 'mismatched' }),
];
const closed = (revision: number): NdaEvent => ({
  type: 'ObligationClosed',
  open: { about: idOf(revision), by: 'admin' },
});
const lost = (amount: number): NdaEvent => sample.chargedBack('lost', 'pi_1', amount);
const opened = (amount = 199): NdaEvent => sample.chargedBack('opened', 'pi_1', amount);
const appealed = sample.chargedBack('won', 'pi_1', 250);
const inUsd: Events = [...asked, sample.refundDue(199, { currency: 'USD', reason: 'mismatched' })];

describe('the money of a party that went back (rule:money-back-of-a-party)', () => {
  it.each<[string, Events, string, number, number, number]>([
    ['before any payment', asked, 'none', 0, 0, 0],
    ['of a counted payment', counted, 'none', 0, 0, 0],
    ['of a counted payment, refunded in part', [...counted, refunded(99)], 'partly_refunded', 99, 0, 0],
    ['of a counted payment, refunded in full', [...counted, refunded(199)], 'refunded', 199, 0, 0],
    ['refunded, but the refund failed', [...counted, refunded(199), refunded(0)], 'none', 0, 0, 0],
    ['that never counted', mismatched, 'due', 0, 0, 250],
    ['that never counted, refunded in part', [...mismatched, refunded(100)], 'due', 100, 0, 150],
    ['that never counted, refunded but a cent', [...mismatched, refunded(249)], 'due', 249, 0, 1],
    ['that never counted, refunded in full', [...mismatched, refunded(250)], 'refunded', 250, 0, 0],
    ['that a person settled otherwise', [...mismatched, closed(5)], 'none', 0, 0, 0],
    [
      'of which a person settled the rest',
      [...mismatched, refunded(100), closed(5)],
      'partly_refunded',
      100,
      0,
      0,
    ],
    [
      'of an excess that was refunded',
      [...counted, sample.refundDue(50), refunded(50)],
      'partly_refunded',
      50,
      0,
      0,
    ],
    ['while a dispute is open', [...counted, opened()], 'disputed', 0, 0, 0],
    ['that is due, while a dispute is open', [...mismatched, opened(250)], 'disputed', 0, 0, 250],
    ['after a dispute was won', [...counted, sample.chargedBack('won')], 'none', 0, 0, 0],
    ['after a dispute was lost', [...counted, lost(199)], 'lost', 0, 199, 0],
    ['that is due, after a dispute about a part was lost', [...mismatched, lost(100)], 'due', 0, 100, 150],
    ['that is due, after a dispute about all was lost', [...mismatched, lost(250)], 'lost', 0, 250, 0],
    ['that is due again after an appeal was won', [...mismatched, lost(250), appealed], 'due', 0, 0, 250],
    [
      'with one dispute lost and another open',
      [...counted, sample.chargedBack('lost', 'pi_1', 100, 2, 99)],
      'disputed',
      0,
      100,
      0,
    ],
    ['after a lost dispute and a refund', [...counted, lost(100), refunded(99)], 'lost', 99, 100, 0],
    ['in another currency', inUsd, 'due', 0, 0, 0],
  ])('%s', (_, events, word, cents, chargedBack, due) =>
    expect(partyMoney(stateAfter(...events), 1)).toMatchObject({ word, refunded: cents, chargedBack, due }),
  );

  it('is refunded in another currency once all of it went back', () => {
    const back: NdaEvent = {
      type: 'PaymentRefunded',
      open: { paymentIntentId: 'pi_1', totalRefunded: 199, currency: 'USD' },
    };
    expect(partyMoney(stateAfter(...inUsd, back), 1)).toMatchObject({
      word: 'refunded',
      refunded: 0,
      due: 0,
    });
  });

  it('is separate for each party, also for an intent that no request names', () => {
    const party2 = { party: 2, paymentIntentId: 'pi_2' } as const;
    const both = [...counted, sample.refundDue(199, party2), refunded(50, 'pi_2')];
    const state = stateAfter(...both);
    expect(partyMoney(state, 1)).toEqual({ cameIn: 199, refunded: 0, chargedBack: 0, due: 0, word: 'none' });
    expect(partyMoney(state, 2)).toEqual({
      cameIn: 199,
      refunded: 50,
      chargedBack: 0,
      due: 149,
      word: 'due',
    });
    expect([payerOf(state, 'pi_1'), payerOf(state, 'pi_2'), payerOf(state, 'pi_3')]).toEqual([1, 2, null]);
  });

  it('does not let a refund that belongs to a settled amount reduce another amount of the intent', () => {
    const two = [...mismatched, refunded(60), closed(5), sample.refundDue(20)];
    expect(partyMoney(stateAfter(...two), 1)).toMatchObject({ word: 'due', due: 20 });
    expect(partyMoney(stateAfter(...two, refunded(80)), 1)).toMatchObject({
      word: 'partly_refunded',
      due: 0,
    });
  });
});

describe('in any history', () => {
  it("a party's money is kept, refunded, lost or left to be given back, to the cent", () =>
    fc.assert(
      fc.property(randomHistories, ({ steps, end, received }) => {
        for (const party of [1, 2] as const) {
          const money = partyMoney(end, party);
          const facts = steps.flatMap(({ event }) =>
            event.type === 'PaymentSucceeded' || event.type === 'RefundDue' ? [event.open] : [],
          );
          const inEuros = new Set(
            facts.filter((one) => one.currency === 'EUR').map((one) => one.paymentIntentId),
          );
          const { refunded: backs, chargedBack } = end.moneyBack;
          const ids = [...received.keys(), ...[...backs, ...chargedBack].map((one) => one.paymentIntentId)];
          let kept = 0;
          let cameIn = 0;
          for (const id of new Set(ids.filter((one) => one.startsWith(`pi_${party}_`)))) {
            const cents = inEuros.has(id) ? (received.get(id) ?? 0) : 0;
            const due = end.obligations.open.filter(
              (one) => one.kind === 'refund' && one.reference === id && one.currency === 'EUR',
            );
            const left = due.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
            const taken = chargedBack.find((one) => one.paymentIntentId === id);
            const back = refundedOf(end.moneyBack, id, 'EUR') + (taken?.state === 'lost' ? taken.amount : 0);
            // A bank may take back money that was already refunded. Then nothing is left to be given back.
            expect(left).toBeLessThanOrEqual(Math.max(0, cents - back));
            cameIn += cents;
            kept += cents - back - left;
          }
          expect(money.cameIn).toBe(cameIn);
          expect(money.cameIn).toBe(kept + money.refunded + money.chargedBack + money.due);
        }
        expect(refundDue(end.moneyBack)).toBe(partyMoney(end, 1).due + partyMoney(end, 2).due);
      }),
      { numRuns: 400 },
    ));

  it('a party whose card was charged never has a failed payment', () =>
    fc.assert(
      fc.property(randomHistories, ({ steps }) => {
        const charged = new Set<number>();
        const states = steps.slice(1).map(({ before }) => before);
        steps.slice(0, -1).forEach(({ event }, index) => {
          if (event.type === 'PaymentSucceeded' || event.type === 'RefundDue') charged.add(event.open.party);
          for (const party of [1, 2] as const)
            if (charged.has(party)) expect(states[index]?.payments[party].status).not.toBe('failed');
        });
      }),
      { numRuns: 200 },
    ));

  it('the word says due exactly while an obligation to refund is open, unless a dispute is', () =>
    fc.assert(
      fc.property(randomHistories, ({ end }) => {
        for (const party of [1, 2] as const) {
          const isOpen = end.obligations.open.some((one) => one.kind === 'refund' && one.party === party);
          const { word } = partyMoney(end, party);
          if (word !== 'disputed') expect(word === 'due').toBe(isOpen);
        }
      }),
      { numRuns: 200 },
    ));
});

describe('the part of an order that the service keeps', () => {
  it.each<[string, Events, number]>([
    ['all of a counted payment', counted, 199],
    ['the rest after a refund', [...counted, refunded(99)], 100],
    ['nothing after a full refund', [...counted, refunded(199)], 0],
    ['nothing after a lost dispute', [...counted, lost(199)], 0],
    ['all of it while only an excess is due', [...counted, sample.refundDue(50)], 199],
    [
      'nothing while all of it is listed as due',
      [...counted, sample.refundDue(199, { reason: 'expired' })],
      0,
    ],
    ['nothing of a payment that never counted', mismatched, 0],
  ])('is %s', (_, events, cents) => expect(keptOfOrder(stateAfter(...events), 1)).toBe(cents));
});

describe('the answer to the payer of one intent (rule:charged-is-never-failed)', () => {
  const party2 = { party: 2, paymentIntentId: 'pi_2' } as const;
  const askedBy2: Events = [
    ...splitSent,
    sample.requested(199, party2),
    sample.intentOpened(party2),
  ] as Events;
  const second = { ...party2, attempt: 2, paymentIntentId: 'pi_3' } as const;
  const due = sample.refundDue(199, party2);
  const again: Events = [sample.requested(199, second), sample.intentOpened(second)];

  it.each<[string, Events, string, string]>([
    ['pending while the intent is open', askedBy2, 'pi_2', 'pending'],
    ['succeeded if it counted', [...askedBy2, sample.paid(199, party2)], 'pi_2', 'succeeded'],
    ['failed if it ended unpaid', [...askedBy2, sample.failed({ ...party2, final: true })], 'pi_2', 'failed'],
    ['none if the invitation was cancelled before', [...askedBy2, sample.cancelled(), due], 'pi_2', 'none'],
    ['none if the invitation had expired', [...askedBy2, sample.expired, due], 'pi_2', 'none'],
    [
      'none if a voucher paid before',
      [...askedBy2, sample.voucherApplied(199, { party: 2 }), due],
      'pi_2',
      'none',
    ],
    ['none if the amount was wrong', [...askedBy2, sample.mismatched(party2), due], 'pi_2', 'none'],
    [
      'none for the second of two charged cards',
      [...askedBy2, ...again, sample.paid(199, second), due],
      'pi_2',
      'none',
    ],
    [
      'succeeded for the first of them',
      [...askedBy2, ...again, sample.paid(199, second), due],
      'pi_3',
      'succeeded',
    ],
    [
      'pending for another intent that is open',
      [...askedBy2, ...again, sample.mismatched(party2), due],
      'pi_3',
      'pending',
    ],
    [
      'failed for another intent that ended unpaid',
      [...askedBy2, due, ...again, sample.failed({ ...second, final: true })],
      'pi_3',
      'failed',
    ],
    [
      'pending for an earlier intent that may still bring money',
      [...askedBy2, ...again, sample.refundDue(199, second)],
      'pi_2',
      'pending',
    ],
  ])('is %s', (_, events, intent, status) =>
    expect(statusForPayer(stateAfter(...events), 2, intent)).toBe(status),
  );
});
