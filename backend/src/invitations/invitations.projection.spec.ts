import fc from 'fast-check';
import { foldBatch, type StoredRow } from '../eventsourcing/projections/fold-batch.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { day, history, NDA_ID, ndaAfter, on } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import {
  inPersonPaid,
  remoteInvited,
  remotePaid,
  remoteSent,
  remoteSigned,
} from '../nda/testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  created,
  declined,
  erased,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  reminded,
  voucherApplied,
} from '../nda/testing/samples.js';
import { invitationIsOwed } from '../nda/rules/invitation.js';
import { nextDue } from './due-act.js';
import type { InvitationRow } from './invitation-row.js';
import { invitationsProjection } from './invitations.projection.js';

type Events = ReturnType<typeof history>;
const { only = [] } = invitationsProjection;

/** Event by event, as it is stored between two of them. */
function folded(events: Events): InvitationRow | undefined {
  let stored = new Map<string, StoredRow<InvitationRow>>();
  for (const event of events.filter(({ type }) => only.includes(type))) {
    const changed = foldBatch(invitationsProjection, [event], stored);
    const [kept = stored.get(NDA_ID)] = changed.values();
    if (kept !== undefined) stored = new Map([[NDA_ID, JSON.parse(JSON.stringify(kept))]]);
  }
  return stored.get(NDA_ID)?.row;
}
const of = (steps: Parameters<typeof history>[0]) => folded(history(steps));

describe('the row of an invitation', () => {
  it('says that Party 2 is to be invited once Party 1 has paid for signing by link', () => {
    expect(of([created, party1SignedRemote])).toMatchObject({ inviteOwed: false, dueAt: null });
    expect(of([created, party1SignedRemote, voucherApplied(199)])).toMatchObject({ inviteOwed: false });
    expect(of(remotePaid)).toMatchObject({ id: NDA_ID, revision: 2, inviteOwed: true, dueAt: null });
    expect(of([created, party1SignedSplit, voucherApplied(199)])).toMatchObject({ inviteOwed: true });
    expect(of(remoteInvited)).toMatchObject({ inviteOwed: false });
    expect(of([...remoteInvited, cancelled()])).toMatchObject({ inviteOwed: false, dueAt: null });
  });

  it('says when something is due next', () => {
    expect(of(remoteInvited)?.dueAt).toBe(day(14));
    expect(of(remoteSent)?.dueAt).toBe(day(1));
    expect(of([...remoteSent, on(1, reminded({ kind: 'day1', manualCount: 0 }))])?.dueAt).toBe(day(3));
    expect(of([...remoteSent, on(2, reminded())])?.dueAt).toBe(day(3));
    expect(of([...remoteSent, declined()])?.dueAt).toBe(day(7));
    expect(of(remoteSigned)?.dueAt).toBeNull();
  });

  it('is none where both sign in person, and goes with the NDA', () => {
    expect(of(inPersonPaid)).toBeUndefined();
    expect(of([created, party1Signed()])).toBeUndefined();
    expect(of([...remoteSent, erased])).toBeUndefined();
  });

  it('counts an address that was corrected before', () => {
    const row = of([created, addressCorrected(), party1SignedRemote, voucherApplied(398)]);
    expect(row).toMatchObject({ inviteOwed: true, standing: { addresses: 2 } });
  });

  it('says the same as the stream after every command of any life, its payload gone or not', () => {
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const events = happenings.map(({ event }) => event);
        for (let count = 1; count <= events.length; count += 1) {
          // Whoever invites in a changed mode does both at once.
          if (happenings[count]?.command === happenings[count - 1]?.command) continue;
          const so = events.slice(0, count);
          const state = ndaAfter(so);
          const row = folded(so);
          const changedAt = so.findLast(({ type }) => only.includes(type))?.at ?? state.lastAt;
          expect([row?.inviteOwed ?? false, row?.dueAt ?? null]).toEqual([
            invitationIsOwed(state),
            nextDue(state, changedAt),
          ]);
        }
        expect(folded(events.map(erasedCopy))).toEqual(folded(events));
      }),
      { numRuns: 100 },
    );
  });
});
