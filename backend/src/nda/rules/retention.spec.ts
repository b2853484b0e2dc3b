import fc from 'fast-check';
import { DAY_MS } from '@siegel/contracts/limits';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { ndaDecider } from '../nda.decider.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { day, given, idOf, on, stateAfter } from '../testing/given.js';
import { randomHistories } from '../testing/histories.js';
import { inPersonSealed } from '../testing/sample-histories.js';
import * as sample from '../testing/samples.js';
import { isSomethingOwed } from './retention.js';

const KEPT = { completedDays: 20, unfinishedDays: 10 };
const erase = { type: 'EraseNda', reason: 'retention', pastTime: KEPT } as const;
const gone: NdaEvent = { type: 'NdaErased', open: { reason: 'retention' } };
const { created, documentSent, party1Signed, sent } = sample;
const delivered = [...inPersonSealed, documentSent(1), documentSent(2), sent];
const closed = (revision: number): NdaEvent => ({
  type: 'ObligationClosed',
  open: { about: idOf(revision), by: 'admin' },
});
/** One millisecond, as a fraction of a day. */
const MOMENT = 1 / DAY_MS;

describe('the retention time of an agreement', () => {
  it('is over this many days after completion, whatever happened since', () => {
    const late = [...delivered, on(10, sample.disputed), on(10, closed(delivered.length))];
    for (const events of [delivered, late]) {
      given(...events)
        .when(erase, day(20))
        .then(gone);
      given(...events)
        .when(erase, day(20 - MOMENT))
        .thenNothing();
    }
  });
  it('begins with the last act of a party if the agreement was signed and never completed', () => {
    const acts = [created, on(3, party1Signed({ mode: 'remote' }))];
    const others = [on(5, sample.holdSet), on(6, sample.holdLifted), on(7, sample.failed())];
    for (const events of [acts, [...acts, ...others]]) {
      given(...events)
        .when(erase, day(13))
        .then(gone);
      given(...events)
        .when(erase, day(13 - MOMENT))
        .thenNothing();
    }
    given(...acts, on(4, sample.madeInPerson(false)))
      .when(erase, day(13))
      .thenNothing();
  });
  it('does not apply to a draft', () => given(created).when(erase, day(5000)).thenNothing());
});

describe('retention', () => {
  it('waits while obligations are open that a person has to end, and then proceeds', () => {
    const due = [...delivered, sample.refundDue(199)];
    given(...due)
      .when(erase, day(5000))
      .thenNothing();
    for (const end of [sample.refunded(199), closed(delivered.length)])
      given(...due, end)
        .when(erase, day(5000))
        .then(gone);
  });
  it('waits while the service tries to send a mail', () => {
    const state = stateAfter(created, party1Signed(), sample.continueLinkRequested());
    expect([0, 30].map((days) => isSomethingOwed(state, day(days)))).toEqual([true, false]);
  });
  it('no longer waits from the instant at which the service stops trying to send the mail', () => {
    const asked = stateAfter(created, sample.continueLinkRequested());
    expect(isSomethingOwed(asked, day(1 - MOMENT))).toBe(true);
    expect(isSomethingOwed(asked, day(1))).toBe(false);
  });
  it('is barred by a legal hold', () =>
    given(...delivered, sample.holdSet)
      .when(erase, day(5000))
      .thenRefused('legal_hold'));

  it('in no history erases an agreement that is unsigned, young, under legal hold, or still owes something', () => {
    let taken = 0;
    fc.assert(
      fc.property(randomHistories, fc.constantFrom(0, 5, 9, 11, 30, 400), ({ steps, end }, days) => {
        const at = new Date(Date.parse(end.lastAt) + days * DAY_MS).toISOString();
        if (!isTaken(end, at)) return;
        taken += 1;
        const told = steps.map(({ event }) => event);
        const age = (type: NdaEvent['type']): number =>
          Date.parse(at) - Date.parse(told.findLast((event) => event.type === type)?.at ?? at);
        expect(told.some(({ type }) => type === 'NdaErased')).toBe(false);
        if (told.some(({ type }) => type === 'NdaCompleted'))
          expect(age('NdaCompleted')).toBeGreaterThanOrEqual(20 * DAY_MS);
        else expect(age('Party1Signed')).toBeGreaterThanOrEqual(10 * DAY_MS);
        expect(end.legalHoldSince).toBeNull();
        expect(end.obligations.open.filter(({ until }) => until === null || at < until)).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(10);
  });
});

function isTaken(state: NdaState, at: string): boolean {
  try {
    return ndaDecider.decide(erase, state, contextAt(at)).length > 0;
  } catch (error) {
    if (error instanceof RuleBroken) return false;
    throw error;
  }
}
