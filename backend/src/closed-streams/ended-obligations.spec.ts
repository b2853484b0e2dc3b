import { NDA_ID } from '../nda/testing/given.js';
import type { KeptReport } from '../trust-stream/kept-report.events.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { OpenReport } from '../trust-stream/records.state.js';
import { DISPUTE, HOLD, MAIL, payment, START } from '../trust-stream/testing/samples.js';
import { endedFacts } from './ended-obligations.js';

const STREAM = `nda-${NDA_ID}`;
const END = { last: null, fault: 'hash', reason: 'lost', at: START } as const;
const AMOUNT = { state: 'opened', amount: payment.amount, currency: 'EUR', disputes: 1 } as const;
const paid = (changes: object = {}): KeptReport => ({ kind: 'payment', facts: { ...payment, ...changes } });

/** Returns the obligations that follow from reports about one ended stream, as kind, id and reference. */
const owedFor = (stream: string, ...reports: readonly KeptReport[]): unknown[] => {
  const open = reports.map(
    (report, n): OpenReport => ({ eventId: `kept-${n}`, key: `${n}`, at: START, report }),
  );
  const facts = endedFacts({ ended: () => [], endedWithReports: () => [{ stream, ended: END, open }] });
  return facts.reports.map(({ kind, id, reference }) => [kind, id, reference]);
};

describe('the kept reports of an ended stream', () => {
  it.each<[string, readonly KeptReport[], unknown[]]>([
    ['money came in', [paid()], [['refund', 'kept-0', 'pi_1']]],
    ['money came in, and a part went back', [paid(), paid({ refunded: 1 })], [['refund', 'kept-1', 'pi_1']]],
    ['all money went back', [paid(), paid({ refunded: payment.amount })], []],
    ['the bank takes money back', [paid({ chargeback: AMOUNT })], [['chargeback', 'kept-0', 'pi_1']]],
    ['the bank took all of it', [paid({ chargeback: { ...AMOUNT, state: 'lost' } })], []],
    [
      'the bank took nothing',
      [paid({ chargeback: { ...AMOUNT, state: 'won' } })],
      [['refund', 'kept-0', 'pi_1']],
    ],
    ['a card was declined', [paid({ status: 'declined' })], []],
    ['a party disputes', [DISPUTE], [['dispute', 'kept-0', null]]],
    ['nobody needs to act', [MAIL, HOLD], []],
    [
      'two payments came in',
      [paid(), paid({ paymentIntentId: 'pi_2' })],
      [
        ['refund', 'kept-0', 'pi_1'],
        ['refund', 'kept-1', 'pi_2'],
      ],
    ],
  ])('are obligations of a person where somebody has to act: %s', (_, reports, expected) => {
    expect(owedFor(STREAM, ...reports)).toEqual(expected);
  });

  it('are none of a stream that is not an agreement', () => {
    expect(owedFor('voucher-1', paid())).toEqual([]);
  });

  it('come with the names of ended streams, of those without a key, and of what is over', () => {
    const end = { last: null, fault: 'mac', reason: 'lost', at: START };
    const state = { ...recordsDecider.initial, ended: end };
    const gone = { ...state, keyDestroyedAt: START, over: ['one'] };
    const facts = endedFacts({
      ended: () => [
        ['nda-1', state],
        ['nda-2', gone],
      ],
      endedWithReports: () => [],
    });
    expect(facts).toEqual({
      ended: { 'nda-1': true, 'nda-2': true },
      withoutKey: { 'nda-2': true },
      over: { one: true },
      reports: [],
    });
  });
});
