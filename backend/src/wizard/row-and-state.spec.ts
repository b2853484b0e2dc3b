import fc from 'fast-check';
import { DELETED } from '../eventsourcing/projections/projection.js';
import { opensNda } from '../nda/rules/creator.js';
import { documentBasisOf, documentIsOwed, isComplete, isCompleteAndPaid } from '../nda/rules/document.js';
import { isUnsigned } from '../nda/rules/draft.js';
import { invitationIsOpen, awaitsSignature } from '../nda/rules/invitation.js';
import { lives } from '../nda/testing/histories.js';
import { CREATOR, hashOf } from '../nda/testing/samples.js';
import { ndaProjection } from './nda.projection.js';
import type { NdaRow } from './nda-row.js';

/** Rules that are asked of a row and of the stream's state must get one answer. */
describe('a row and the state of its stream', () => {
  it('answer every rule that is asked of both alike, whatever happened', () => {
    let owed = 0;
    fc.assert(
      fc.property(lives, ({ happenings, end }) => {
        let row: NdaRow | undefined;
        let deleted = false;
        for (const { event } of happenings) {
          const next = ndaProjection.fold(row, event);
          deleted ||= next === DELETED;
          row = next === DELETED ? undefined : (next ?? row);
        }
        expect(deleted).toBe(end.erasedAt !== null);
        if (row === undefined || deleted) return;
        const basis = documentBasisOf(end);
        expect(isComplete(row)).toBe(isComplete(basis));
        expect(isCompleteAndPaid(row)).toBe(isCompleteAndPaid(basis));
        expect(documentIsOwed(row)).toBe(documentIsOwed(basis));
        expect(row.status === 'draft').toBe(isUnsigned(end));
        expect(row.discarded).toBe(end.discarded);
        for (const key of [CREATOR, hashOf('9'), hashOf('8')])
          expect(opensNda(key, row)).toBe(opensNda(key, end));
        if (invitationIsOpen(end, end.lastAt)) expect(awaitsSignature(row.invitationStatus)).toBe(true);
        if (documentIsOwed(basis)) owed += 1;
      }),
    );
    expect(owed).toBeGreaterThan(0);
  });
});
