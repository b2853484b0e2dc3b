import fc from 'fast-check';
import { INVITATION_STATUSES } from '@siegel/contracts/enums';
import { answerTo } from '../../eventsourcing/journal/testing/given-when-then.js';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { ndaDecider } from '../nda.decider.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { oneOfEachCommand } from '../testing/commands.js';
import { day, stateAfter } from '../testing/given.js';
import { randomHistories } from '../testing/histories.js';
import { remoteInvited, remotePaid, remoteSent, remoteSigned } from '../testing/sample-histories.js';
import {
  cancelled,
  created,
  discarded,
  erased,
  expired,
  party1Signed,
  party1SignedRemote,
  party2Signed,
  voucherApplied,
} from '../testing/samples.js';
import {
  awaitsSignature,
  invitationHasExpired,
  invitationIsOpen,
  invitationIsOwed,
  requireOpenInvitation,
  statusOnceOpened,
  statusOnceSent,
} from './invitation.js';

describe('the invitation', () => {
  it('is open for seven days', () => {
    const state = stateAfter(...remoteSent);
    expect(invitationIsOpen(state, day(6.99))).toBe(true);
    expect(invitationIsOpen(state, day(7))).toBe(false);
    expect(invitationHasExpired(state, day(7))).toBe(true);
  });
  it('is open for two weeks while no mail server accepts it', () => {
    expect(invitationIsOpen(stateAfter(...remoteInvited), day(13.99))).toBe(true);
    expect(invitationIsOpen(stateAfter(...remoteInvited), day(14))).toBe(false);
  });
  it.each([
    ['there is none', remotePaid],
    ['it was used', remoteSigned],
    ['it was cancelled', [...remoteInvited, cancelled()]],
    ['it has expired', [...remoteInvited, expired]],
    ['all is erased', [...remoteInvited, erased]],
    ['it was discarded', [...remoteInvited, discarded]],
  ])('is not open when %s', (_, events) =>
    expect(invitationIsOpen(stateAfter(...events), day(1))).toBe(false),
  );
  it('does not expire once it is used or cancelled', () => {
    expect(invitationHasExpired(stateAfter(...remoteSigned), day(9))).toBe(false);
    expect(invitationHasExpired(stateAfter(...remoteInvited, cancelled()), day(9))).toBe(false);
  });
});

describe('the first invitation', () => {
  /** True if the command that follows a payment would invite Party 2 in this state. */
  function follows(state: NdaState): boolean {
    const command = { ...oneOfEachCommand.InviteParty2, trigger: 'payment' } as const;
    try {
      return answerTo(ndaDecider, command, state, contextAt(state.lastAt)).length > 0;
    } catch (error) {
      if (error instanceof RuleBroken) return false;
      throw error;
    }
  }

  it.each<[string, readonly NdaEvent[]]>([
    ['something is still to be paid', [created, party1SignedRemote, voucherApplied(397)]],
    ['it is signed in person', [created, party1Signed(), voucherApplied(199)]],
    ['Party 2 was invited', remoteInvited],
    ['Party 2 has signed', [...remotePaid, party2Signed()]],
    ['it was discarded', [...remotePaid, discarded]],
    ['it was erased', [...remotePaid, erased]],
  ])('is not owed if %s', (_, events) => expect(invitationIsOwed(stateAfter(...events))).toBe(false));

  it('in any history is owed exactly when a payment leads to it', () => {
    expect(invitationIsOwed(stateAfter(...remotePaid))).toBe(true);
    fc.assert(
      fc.property(randomHistories, ({ steps, end }) => {
        for (const state of [...steps.slice(1).map(({ before }) => before), end])
          if (state.status !== 'none') expect(invitationIsOwed(state)).toBe(follows(state));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the status of an invitation', () => {
  const ofEach = (next: (status: (typeof INVITATION_STATUSES)[number]) => string) =>
    Object.fromEntries(INVITATION_STATUSES.map((status) => [status, next(status)]));

  it('awaits a signature while it is pending, sent or opened', () =>
    expect(INVITATION_STATUSES.filter(awaitsSignature)).toEqual(['pending', 'sent', 'opened']));

  it('only advances', () => {
    const same = ofEach((status) => status);
    expect(ofEach(statusOnceSent)).toEqual({ ...same, pending: 'sent' });
    expect(ofEach(statusOnceOpened)).toEqual({ ...same, pending: 'opened', sent: 'opened' });
  });
});

describe('an act that needs an open invitation', () => {
  const refused = (events: readonly NdaEvent[], at: string) => () =>
    requireOpenInvitation(stateAfter(...events), at);

  it('gets it', () =>
    expect(requireOpenInvitation(stateAfter(...remoteInvited), day(1))).toMatchObject({ number: 1 }));
  it('is refused with the reason: the invitation has expired, or there is none', () => {
    expect(refused(remoteSent, day(7))).toThrow('invitation_expired');
    for (const events of [remotePaid, remoteSigned, [...remoteInvited, cancelled()]])
      expect(refused(events, day(1))).toThrow('not_invited');
  });
});
