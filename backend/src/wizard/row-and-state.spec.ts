import * as price from '@siegel/contracts/payments/price';
import fc from 'fast-check';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { opensNda } from '../nda/rules/creator.js';
import {
  documentBasisOf,
  documentIsOwed,
  isComplete,
  isCompleteAndPaid,
  isDeliverable,
} from '../nda/rules/document.js';
import { isUnsigned } from '../nda/rules/draft.js';
import { awaitsSignature, isAwaitingSignature } from '../nda/rules/invitation.js';
import { hasDeclinedReminders } from '../nda/rules/reminder.js';
import { amountDue } from '../nda/rules/price.js';
import { history, idOf, ndaAfter } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import {
  corrected,
  correctedTooLate,
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  invitationSentLate,
  remoteInvited,
  remoteSent,
  remoteSigned,
} from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { priceBasis } from './nda-row-payments.js';
import { ndaProjection } from './nda.projection.js';

/** Facts and rules that a row and the stream's state are both asked for must get one answer. */
function expectOneAnswer(events: readonly Recorded<NdaEvent>[]): void {
  const row = foldStream(ndaProjection, events);
  const state = ndaAfter(events);
  expect(row === undefined).toBe(state.erasedAt !== null);
  if (row === undefined) return;
  expect(row).toMatchObject({
    revision: state.revision,
    agreementCommitment: state.agreementCommitment,
    creatorKeyHashes: state.creatorKeyHashes,
    signatureMode: state.mode,
    party1PaysForBoth: state.party1PaysForBoth,
    invitationStatus: state.invitation?.status ?? 'none',
    manualReminders: state.manualReminders,
    invitations: state.invitations,
    addresses: state.addresses,
    remindersDeclined: hasDeclinedReminders(state),
    invitationOpenedAt: state.invitation?.openedAt ?? null,
    lastReminderAt: state.invitation?.lastReminderAt ?? null,
    linkSentAt: state.invitation?.sentAt ?? null,
    disputes: state.disputed,
    moneyBack: state.moneyBack,
    mail: state.mail,
    owedMails: state.owedMails,
  });
  if (isAwaitingSignature(state)) expect(row.tokenExpiresAt).toBe(state.invitation?.expiresAt);
  for (const party of [1, 2] as const)
    expect(price.amountDue(priceBasis(row), party)).toBe(amountDue(state, party));
  const basis = documentBasisOf(state);
  expect([isComplete(row), isCompleteAndPaid(row), documentIsOwed(row)]).toEqual([
    isComplete(basis),
    isCompleteAndPaid(basis),
    documentIsOwed(basis),
  ]);
  expect(['making', 'sending'].includes(row.deliveryStage)).toBe(isDeliverable(state));
  if (row.deliveryOwed) expect(isDeliverable(state)).toBe(true);
  expect(row.lastPartyActAt).toBe(state.lastPartyActAt);
  expect(row.legalHoldSince !== null).toBe(state.legalHold);
  for (const [party, attempt, intent] of [
    [1, row.party1OpenAttempt, row.party1OpenIntentId],
    [2, row.party2OpenAttempt, row.party2OpenIntentId],
  ] as const) {
    const { open } = state.payments[party];
    expect([attempt, intent]).toEqual([open?.attempt ?? null, open?.paymentIntentId ?? null]);
  }
  // What SQL asks for where it looks for drafts.
  expect(row.status === 'draft').toBe(isUnsigned(state));
  expect(row.discarded).toBe(state.discarded);
  expect(awaitsSignature(row.invitationStatus)).toBe(isAwaitingSignature(state));
  for (const key of [sample.CREATOR, sample.hashOf('9'), sample.hashOf('8')])
    expect(opensNda(key, row)).toBe(opensNda(key, state));
}

describe('a row and the state of its stream', () => {
  const { created, discarded, accessGranted, documentSent, erased, sent } = sample;
  const both = [...inPersonSealed, documentSent(1), documentSent(2), sent];
  const askedTwice = [
    created,
    sample.party1Signed({ party1PaysForBoth: true }),
    sample.requested(398),
    sample.intentOpened(),
    sample.madeInPerson(false),
    sample.requested(199, { attempt: 2 }),
  ];
  const second = { paymentIntentId: 'pi_2' };
  const closed = (revision: number): NdaEvent => ({
    type: 'ObligationClosed',
    open: { about: idOf(revision), by: 'admin' },
  });

  it.each([
    ['a draft', [created]],
    ['a discarded draft', [created, discarded]],
    ['a second browser', [created, accessGranted]],
    ['signed by both', inPersonComplete],
    ['paid', inPersonPaid],
    ['paid by a superseded request', [...askedTwice, sample.paid(199), sample.refundDue(199)]],
    [
      'paid by a superseded request, then by the open one',
      [
        ...askedTwice,
        sample.intentOpened({ ...second, attempt: 2 }),
        sample.paid(199),
        sample.refundDue(199, second),
      ],
    ],
    ['due back, and dealt with', [...askedTwice, sample.refundDue(199), closed(6)]],
    ['sent', both],
    ['invited', remoteInvited],
    ['cancelled', [...remoteInvited, sample.cancelled()]],
    ['signed by link', remoteSigned],
    ['accepted late', [...remoteInvited, invitationSentLate]],
    ['corrected, the old mail being accepted late', correctedTooLate],
    ['declined', [...remoteSent, sample.declined()]],
    ['declined, then corrected', [...remoteSent, sample.declined(), ...corrected]],
    ['bounced', [...remoteSent, sample.bounced({ kind: 'invitation', messageId: 'invitation-1' })]],
    ['disputed', [...remoteSigned, sample.disputed]],
    ['the access of others ended', [created, accessGranted, sample.accessEnded]],
    ['erased', [...both, erased]],
  ])('answer every rule that is asked of both alike: %s', (_, events) => expectOneAnswer(history(events)));

  it('do so after every event of any life', () =>
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const events = happenings.map(({ event }) => event);
        for (let count = 1; count <= events.length; count += 1) expectOneAnswer(events.slice(0, count));
      }),
    ));
});
