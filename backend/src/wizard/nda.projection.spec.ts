import fc from 'fast-check';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  remoteInvited,
  remotePaid,
  remoteSigned,
} from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import type { NdaRow } from './nda-row.js';
import { ndaProjection } from './nda.projection.js';

/** The row after these events; undefined where there is none. */
function rowAfter(events: readonly NdaEvent[]): NdaRow | undefined {
  let row: NdaRow | undefined;
  for (const event of history(events)) {
    const next = ndaProjection.fold(row, event);
    row = typeof next === 'symbol' ? undefined : next;
  }
  return row;
}

describe('the row of an NDA', () => {
  const { created, documentSent, holdSet, timestamped } = sample;

  it('begins with what was created', () =>
    expect(rowAfter([created])).toMatchObject({
      revision: 0,
      status: 'draft',
      discarded: false,
      agreementCommitment: sample.AGREEMENT_COMMITMENT,
      creatorKeyHashes: [sample.CREATOR],
      signatureMode: null,
      invitationStatus: 'none',
      deliveryStage: 'none',
    }));

  it('has the numbers of both orders from the start', () => {
    const { id, party1OrderNumber, party2OrderNumber } = rowAfter([created]) ?? { id: '' };
    expect([party1OrderNumber, party2OrderNumber]).toEqual([orderNumber(id, 1), orderNumber(id, 2)]);
  });

  it('knows every browser of its creator, and that it was discarded', () =>
    expect(rowAfter([created, sample.accessGranted, sample.discarded])).toMatchObject({
      creatorKeyHashes: [sample.CREATOR, sample.hashOf('9')],
      discarded: true,
    }));

  it.each([
    ['invited', remoteInvited, { invitationStatus: 'pending', signatureMode: 'remote' }],
    ['sent', [...remoteInvited, sample.invitationSent], { invitationStatus: 'sent' }],
    ['opened', [...remoteInvited, sample.opened()], { invitationStatus: 'opened' }],
    ['signed', remoteSigned, { invitationStatus: 'signed', status: 'completed' }],
    ['expired', [...remoteInvited, sample.expired], { invitationStatus: 'expired' }],
    [
      'cancelled',
      [...remoteInvited, sample.cancelled()],
      { invitationStatus: 'cancelled', signatureMode: 'in-person', party1PaysForBoth: true },
    ],
    ['reminded', [...remoteInvited, sample.reminded({ manualCount: 2 })], { manualReminders: 2 }],
  ] as const)('follows an invitation that was %s', (_, events, expected) =>
    expect(rowAfter(events)).toMatchObject(expected),
  );

  it.each([
    ['not before it is complete', remotePaid, 'none'],
    ['not before it is paid', inPersonComplete, 'none'],
    ['when both have signed and paid', inPersonPaid, 'making'],
    ['when the last signature comes', remoteSigned, 'making'],
    ['until the mails are out', [...inPersonSealed, documentSent(1), documentSent(2)], 'sending'],
    ['never again once it is sent', [...inPersonSealed, sample.sent], 'sent'],
  ] as const)('owes the document: %s', (_, events, deliveryStage) =>
    expect(rowAfter(events)).toMatchObject({ deliveryStage }),
  );

  it('moves on to the revision of an event that changes nothing else', () => {
    const { revision: _, ...before } = rowAfter(remoteSigned) as NdaRow;
    const after = rowAfter([...remoteSigned, sample.obligationClosed, timestamped]);
    expect(after).toEqual({ ...before, revision: remoteSigned.length + 1 });
  });

  it('knows of a legal hold until it is lifted', () => {
    expect(rowAfter([sample.created, holdSet])?.legalHoldSince).toEqual(expect.any(String));
    expect(rowAfter([sample.created, holdSet, sample.holdLifted])?.legalHoldSince).toBeNull();
  });

  it('goes with the decision to erase', () =>
    expect(rowAfter([...remoteSigned, sample.erased])).toBeUndefined());

  it('folds events whose payload is gone into the same row but for what is sealed', () => {
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const rows = [false, true].map((gone) => {
          let row: NdaRow | undefined;
          for (const { event } of happenings) {
            const next = ndaProjection.fold(row, gone ? erasedCopy(event) : event);
            row = typeof next === 'symbol' ? undefined : next;
          }
          return row === undefined ? undefined : { ...row, sealed: {} };
        });
        expect(rows[1]).toEqual(rows[0]);
      }),
      { numRuns: 100 },
    );
  });
});
