import { amountDue as rowAmountDue } from '@siegel/contracts/payments/price';
import fc from 'fast-check';
import { amountDue, isDeliverable, overallPaymentStatus } from '../nda/nda.rules.js';
import { ndaModel } from '../nda/nda.model.js';
import { lives } from '../nda/testing/histories.js';
import { erasedCopy } from '../platform/journal/testing/recorded.js';
import { GONE } from '../platform/projections/projection.js';
import type { NdaRow } from './nda-row.js';
import { ndaProjection, priceBasis } from './nda.projection.js';

/** The row and the write model's state are two folds of the same facts: where both speak of a thing, they say the same. */
describe('the row of an NDA', () => {
  it('agrees with the write model after every event of every life', () => {
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        let row: NdaRow | undefined;
        let after = ndaModel.initial;
        for (const { event } of happenings) {
          after = ndaModel.evolve(after, event);
          const next = ndaProjection.fold(row, event);
          row = next === GONE ? undefined : next;
          if (after.erasedAt !== null) {
            expect(row).toBeUndefined();
            continue;
          }
          expect(row).toMatchObject({
            revision: after.revision,
            status: after.status,
            discarded: after.discarded,
            agreementHash: after.agreementHash,
            creatorKeyHashes: after.creatorKeyHashes,
            signatureMode: after.mode,
            party1PaysForBoth: after.party1PaysForBoth,
            party1Covered: after.payments[1].covered,
            party2Covered: after.payments[2].covered,
            manualReminders: after.manualReminders,
            invitationStatus: after.invitation?.status ?? 'none',
            paymentStatus: overallPaymentStatus(after),
          });
          if (row === undefined) return;
          expect(rowAmountDue(priceBasis(row), 1)).toBe(amountDue(after, 1));
          expect(row.deliveryStage === 'making' || row.deliveryStage === 'sending').toBe(isDeliverable(after));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('folds events whose payload is gone into the same row but for what is sealed', () => {
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const rows = [false, true].map((gone) => {
          let row: NdaRow | undefined;
          for (const { event } of happenings) {
            const next = ndaProjection.fold(row, gone ? erasedCopy(event) : event);
            row = next === GONE ? undefined : next;
          }
          return row === undefined ? undefined : { ...row, sealed: {} };
        });
        expect(rows[1]).toEqual(rows[0]);
      }),
      { numRuns: 100 },
    );
  });
});
