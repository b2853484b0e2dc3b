import { NDA_ID } from '../nda/testing/given.js';
import type { KeptReport } from '../trust-stream/kept-report.events.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { OpenReport, RecordsState } from '../trust-stream/records.state.js';
import { DISPUTE, HOLD, MAIL, payment, START } from '../trust-stream/testing/samples.js';
import { EndedObligations, type EndedObligationsParts, endedFacts } from './ended-obligations.js';

const STREAM = `nda-${NDA_ID}`;
const END = { last: null, fault: 'hash', reason: 'lost', at: START } as const;
const AMOUNT = { state: 'opened', amount: payment.amount, currency: 'EUR', disputes: 1 } as const;
const paid = (changes: object = {}): KeptReport => ({ kind: 'payment', facts: { ...payment, ...changes } });

/** The records about an ended stream. @param over ids of the obligations that a person closed */
const recordsAbout = (reports: readonly KeptReport[], over: readonly string[] = []): RecordsState => {
  const open = reports.map(
    (report, n): OpenReport => ({ eventId: `kept-${n}`, key: `${n}`, at: START, report }),
  );
  return { ...recordsDecider.initial, ended: END, open, over };
};

/** Returns the obligations that follow from the records about one ended stream, as kind, id and reference. */
const owedFor = (stream: string, records: RecordsState): unknown[] =>
  endedFacts({ ended: () => [[stream, records]] }).reports.map(({ kind, id, reference }) => [
    kind,
    id,
    reference,
  ]);

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
    expect(owedFor(STREAM, recordsAbout(reports))).toEqual(expected);
  });

  it.each<[string, readonly KeptReport[], readonly string[], unknown[]]>([
    ['a refund of a part', [paid(), paid({ refunded: 1 })], ['kept-1'], []],
    ['a chargeback', [paid(), paid({ chargeback: AMOUNT })], ['kept-1'], []],
    ['only an older report', [paid(), paid({ refunded: 1 })], ['kept-0'], [['refund', 'kept-1', 'pi_1']]],
    ['a dispute', [DISPUTE], ['kept-0'], []],
    [
      'one of two payments',
      [paid(), paid({ paymentIntentId: 'pi_2' })],
      ['kept-1'],
      [['refund', 'kept-0', 'pi_1']],
    ],
  ])('are over with the newest report of a payment: a person closed %s', (_, reports, over, expected) => {
    expect(owedFor(STREAM, recordsAbout(reports, over))).toEqual(expected);
  });

  it('are none of a stream that is not an agreement', () => {
    expect(owedFor('voucher-1', recordsAbout([paid()]))).toEqual([]);
  });

  it('come with the names of ended streams, of those without a key, and of what is over in each', () => {
    const state = recordsAbout([]);
    const gone = { ...state, keyDestroyedAt: START, over: ['one'] };
    const facts = endedFacts({
      ended: () => [
        ['nda-1', state],
        ['nda-2', gone],
      ],
    });
    expect(facts).toEqual({
      ended: { 'nda-1': true, 'nda-2': true },
      withoutKey: { 'nda-2': true },
      over: { 'nda-2': { one: true } },
      reports: [],
    });
  });

  it('are read from the records once for each change of them', () => {
    let [changes, reads] = [1, 0];
    const ended = (): readonly (readonly [string, RecordsState])[] => {
      reads += 1;
      return [[STREAM, recordsAbout(Array.from({ length: changes }, () => DISPUTE))]];
    };
    const records = {
      get changes() {
        return changes;
      },
      ended,
      isEnded: () => true,
      isOver: () => true,
    };
    const commands = {} as EndedObligationsParts['commands'];
    const obligations = new EndedObligations({ records, commands });
    for (let asked = 0; asked < 100; asked += 1) obligations.facts();
    expect(reads).toBe(1);
    changes = 2;
    expect(obligations.facts().reports).toMatchObject([{ id: 'kept-1' }]);
    expect(reads).toBe(2);
  });
});
