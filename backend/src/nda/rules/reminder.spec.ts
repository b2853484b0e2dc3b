import type { Step } from '../../eventsourcing/journal/testing/given-when-then.js';
import type { NdaEvent } from '../nda.events.js';
import { day, on, stateAfter } from '../testing/given.js';
import { remoteInvited, remoteSent } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  invitationSent,
  NEXT_TOKEN,
  noticeSent,
  reminded,
} from '../testing/samples.js';
import {
  dueReminders,
  isPresentMailbox,
  mailboxHasDeclined,
  nextReminderAt,
  reminderTime,
} from './reminder.js';

const accepted = { invitation: 1, messageId: 'another', fate: 'accepted' } as const;

describe('an open invitation', () => {
  it('names the reminder that is due, but no longer once the next one is due', () => {
    const first = reminded({ kind: 'day1', manualCount: 0 });
    expect(dueReminders(stateAfter(...remoteSent), day(0.9))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteSent), day(2))).toEqual(['day1']);
    expect(dueReminders(stateAfter(...remoteSent), day(4))).toEqual(['day3']);
    expect(dueReminders(stateAfter(...remoteSent, on(1, first)), day(1.5))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteSent), day(7))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteSent, cancelled()), day(4))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteInvited), day(4))).toEqual([]);
  });

  it('knows the time of the next reminder, and skips reminders that were sent or are over', () => {
    const first = on(1, reminded({ kind: 'day1', manualCount: 0 }));
    const next = (at: string, ...events: Step<NdaEvent>[]) =>
      nextReminderAt(stateAfter(...remoteSent, ...events), at);
    expect(next(day(0))).toBe(day(1));
    expect(next(day(2.9))).toBe(day(1));
    expect(next(day(3))).toBe(day(3));
    expect(next(day(1), first)).toBe(day(3));
    expect(next(day(7), first)).toBeUndefined();
    expect(nextReminderAt(stateAfter(...remoteInvited), day(0))).toBeUndefined();
  });
});

describe('the time of an automatic reminder', () => {
  const timeOf = (...steps: readonly Step<NdaEvent>[]) => reminderTime(stateAfter(...steps), 'day1');

  it('is counted from the beginning of the seven days', () => {
    const late = on(2, { type: 'InvitationSent', open: { ...accepted, expiresAt: day(9) } });
    expect(timeOf(...remoteSent)).toEqual({ from: day(1), until: day(3) });
    expect(timeOf(...remoteInvited, late)).toEqual({ from: day(3), until: day(5) });
    expect(reminderTime(stateAfter(...remoteSent), 'day6')).toEqual({ from: day(6), until: day(7) });
  });

  it('is at least a day after any other mail to the address', () => {
    const prompt = on(1 / 48, invitationSent);
    expect(timeOf(...remoteInvited, prompt)?.from).toBe(day(1 + 1 / 48));
    for (const event of [reminded(), noticeSent])
      expect(timeOf(...remoteSent, on(0.5, event))?.from).toBe(day(1.5));
    const toParty1 = {
      type: 'NoticeSent',
      open: { notice: 'expiry', party: 1, about: 'e', messageId: 'm' },
    } as const;
    expect(timeOf(...remoteSent, on(0.5, toParty1))?.from).toBe(day(1));
  });

  it('never comes if the next reminder is due by then, or if no mail was accepted for the address', () => {
    expect(timeOf(...remoteSent, on(2, reminded()))).toBeUndefined();
    const corrected = [...remoteSent, on(0.5, addressCorrected({ tokenHash: NEXT_TOKEN }))];
    expect(timeOf(...corrected)).toBeUndefined();
    const again = on(0.6, { type: 'InvitationSent', open: accepted });
    expect(timeOf(...corrected, again)?.from).toBe(day(1.6));
  });
});

describe('a mailbox', () => {
  const [one, other] = ['c@example.org', 'd@example.org'];

  it('is the present one by each number that it had', () => {
    const is = (address: number, ...party2Emails: string[]) =>
      isPresentMailbox({ addresses: 3, party2Emails }, address);
    expect([1, 2, 3].map((address) => is(address, one, other, 'C@Example.org'))).toEqual([true, false, true]);
    expect([1, 2, 3].map((address) => is(address, one, other, other))).toEqual([false, true, true]);
    // After an erasure, no address is known, so only the present number can match.
    expect([1, 2, 3].map((address) => is(address))).toEqual([false, false, true]);
  });

  it('has declined if it did so under any of its numbers', () => {
    const has = (address: string, ...declinedAddresses: number[]) =>
      mailboxHasDeclined({ declinedAddresses, party2Emails: [one, other] }, address);
    expect([has('C@example.org', 1), has(one, 2), has(other, 1, 2), has(one)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(mailboxHasDeclined({ declinedAddresses: [1], party2Emails: [] }, one)).toBe(false);
  });
});
