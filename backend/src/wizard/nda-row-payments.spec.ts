import fc from 'fast-check';
import type { NdaEvent } from '../nda/nda.events.js';
import { overallPaymentStatus } from '../nda/rules/price.js';
import { history, ndaAfter } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import * as sample from '../nda/testing/samples.js';
import type { NdaRow } from './nda-row.js';
import { ndaProjection } from './nda.projection.js';

const after = (...events: NdaEvent[]): NdaRow =>
  history(events).reduce<NdaRow | undefined>(
    (row, event) => ndaProjection.fold(row, event) as NdaRow,
    undefined,
  ) as NdaRow;

describe('the columns of payment', () => {
  const { created, failed, intentOpened, paid, party1Signed, refundDue, requested } = sample;
  const asked = [created, party1Signed(), requested(199)];

  it('hold the open request and its intent', () => {
    expect(after(...asked)).toMatchObject({
      party1OpenAttempt: 1,
      party1PaymentIntentId: null,
      party1PaymentStatus: 'pending',
      paymentStatus: 'pending',
    });
    expect(after(...asked, intentOpened())).toMatchObject({
      party1OpenAttempt: 1,
      party1PaymentIntentId: 'pi_1',
    });
  });

  it('hold what was paid, and since when all is', () =>
    expect(after(...asked, intentOpened(), paid(199))).toMatchObject({
      party1OpenAttempt: null,
      party1PaymentIntentId: 'pi_1',
      party1PaymentStatus: 'succeeded',
      party1PaymentAmount: 199,
      party1Covered: 199,
      party1PaidAt: '2026-11-02T10:00:00.000Z',
      paymentStatus: 'succeeded',
      paidAt: '2026-11-02T10:00:00.000Z',
      party2Covered: 0,
      party2PaymentAmount: null,
    }));

  it('of Party 2 are its own', () => {
    const shares = [created, sample.party1SignedSplit, sample.invited(), requested(199, { party: 2 })];
    expect(after(...shares, paid(199, { party: 2 }))).toMatchObject({
      party1Covered: 0,
      party1PaymentStatus: 'none',
      party2Covered: 199,
      party2PaymentStatus: 'succeeded',
      paymentStatus: 'pending',
    });
  });

  it('lose the open request when it fails for good, or when its money is due back', () => {
    for (const end of [failed({ final: true }), refundDue(199), sample.mismatched()])
      expect(after(...asked, intentOpened(), end)).toMatchObject({
        party1OpenAttempt: null,
        party1PaymentStatus: 'failed',
        paymentStatus: 'failed',
      });
    expect(after(...asked, intentOpened(), refundDue(199, { paymentIntentId: 'pi_0' }))).toMatchObject({
      party1OpenAttempt: 1,
      paymentStatus: 'pending',
    });
  });

  it('no longer say since when all is paid, once more is owed', () =>
    expect(after(...asked, paid(199), sample.madeRemote(true))).toMatchObject({
      paidAt: null,
      paymentStatus: 'pending',
    }));

  // One thing is looked up twice: to which request money belongs that does not count. The state knows every
  // request's intent, a row only that of the open one.
  it('say the same as the write model at the end of every life', () =>
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const events = happenings.map(({ event }) => event);
        const state = ndaAfter(events);
        let row: NdaRow | undefined;
        for (const event of events) {
          const next = ndaProjection.fold(row, event);
          row = typeof next === 'symbol' ? undefined : next;
        }
        if (row === undefined) return;
        expect(row).toMatchObject({
          paymentStatus: overallPaymentStatus(state),
          party1PaymentStatus: state.payments[1].status,
          party2PaymentStatus: state.payments[2].status,
          party1Covered: state.payments[1].covered,
          party2Covered: state.payments[2].covered,
        });
      }),
      { numRuns: 200 },
    ));
});
