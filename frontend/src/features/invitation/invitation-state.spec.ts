import { DAY_MS } from '@siegel/contracts/limits';
import type { MailProblemView, NdaView } from '@siegel/contracts/nda/view';
import { invited } from './testing/invited.js';
import {
  forwarding,
  invitationPhase,
  isInvitable,
  isModeFixed,
  isWaitingForOthers,
  reminderRefusal,
  timeLeft,
} from './invitation-state.js';

const problem = (change: Partial<MailProblemView> = {}): MailProblemView => ({
  kind: 'invitation',
  party: 2,
  code: 'mail_refused',
  permanent: true,
  at: '2026-11-12T12:30:00.000Z',
  ...change,
});

describe('the invitation', () => {
  it.each<[string, Partial<NdaView>, string]>([
    ['not there', { invitationStatus: 'none' }, 'none'],
    ['on its way', { invitationStatus: 'pending' }, 'pending'],
    ['sent', {}, 'waiting'],
    ['used', { invitationStatus: 'opened' }, 'waiting'],
    ['refused', { mailProblems: [problem()] }, 'refused'],
    ['bounced later', { mailProblems: [problem({ kind: 'reminder', code: 'bounced' })] }, 'refused'],
    ['delayed', { mailProblems: [problem({ permanent: false })] }, 'waiting'],
    ['not affected by a mail problem of Party 1', { mailProblems: [problem({ party: 1 })] }, 'waiting'],
    ['not affected by a problem of a notice', { mailProblems: [problem({ kind: 'correction' })] }, 'waiting'],
    ['signed', { party2SignedAt: '2026-11-13T12:00:00.000Z' }, 'signed'],
    ['expired', { invitationStatus: 'expired', mailProblems: [problem()] }, 'expired'],
    ['withdrawn', { invitationStatus: 'cancelled' }, 'cancelled'],
  ])('has the right phase if it is %s', (_, change, phase) =>
    expect(invitationPhase(invited(change))).toBe(phase),
  );

  it.each<[string, Partial<NdaView>, ReturnType<typeof reminderRefusal>]>([
    ['can be reminded of', {}, null],
    ['not after three reminders', { remindersSent: 3 }, 'limit'],
    ['not after Party 2 has declined reminders', { remindersDeclined: true, remindersSent: 3 }, 'declined'],
    ['not at an address that refuses mail', { mailProblems: [problem()] }, 'refused'],
    ['not if no other address is left', { mailProblems: [problem()], addressesLeft: 0 }, 'refusedForGood'],
    ['not before it was sent', { invitationStatus: 'pending' }, 'pending'],
    ['not after its end', { invitationStatus: 'expired' }, 'over'],
  ])('%s', (_, change, refusal) => {
    expect(reminderRefusal(invited(change))).toBe(refusal);
    expect(forwarding(invited(change))).toEqual({ act: 'remind', refusal });
  });

  it('is due once Party 1 has signed and paid, and forwarding sends it', () => {
    const owed = invited({ invitationStatus: 'none' });
    expect(isInvitable(owed)).toBe(true);
    expect(forwarding(owed)).toEqual({ act: 'invite', refusal: null });
    for (const change of [
      { amountDue: 398 },
      { party1SignedAt: null },
      { signatureMode: 'in-person' },
      { invitationStatus: 'cancelled' },
    ] as const)
      expect(isInvitable({ ...owed, ...change })).toBe(false);
  });

  it('fixes how the parties sign and who pays, just as a payment does', () => {
    const open = invited({ invitationStatus: 'none', invitationsLeft: 3, party1PaymentStatus: 'none' });
    expect(isModeFixed(open)).toBe(false);
    for (const change of [
      { party1PaymentStatus: 'succeeded' },
      { party2PaymentStatus: 'succeeded' },
      { invitationStatus: 'cancelled' },
      { invitationsLeft: 2 },
    ] as const)
      expect(isModeFixed({ ...open, ...change })).toBe(true);
  });

  it('can be changed by others until it is signed or over', () => {
    expect(isWaitingForOthers(invited())).toBe(true);
    for (const change of [
      { invitationStatus: 'expired' },
      { party2SignedAt: '2026-11-13T12:00:00.000Z' },
      { signatureMode: 'in-person' },
      { party1SignedAt: null },
    ] as const)
      expect(isWaitingForOthers(invited(change))).toBe(false);
  });
});

describe('the time left', () => {
  const END = Date.parse('2026-11-19T13:36:00.000Z');
  const left = (ms: number) => timeLeft('2026-11-19T13:36:00.000Z', END - ms);

  it('is counted in whole days and in hours, and is never negative', () => {
    expect(left(7 * DAY_MS)).toEqual({ days: 7, hours: 168, passed: 0, day: 1 });
    expect(left(3.5 * DAY_MS)).toEqual({ days: 3, hours: 84, passed: 0.5, day: 4 });
    expect(left(DAY_MS / 2)).toMatchObject({ days: 0, hours: 12, day: 7 });
    expect(left(-DAY_MS)).toEqual({ days: 0, hours: 0, passed: 1, day: 7 });
    // If the clock of the user's device is slow, more than seven days seem to be left. The bar then shows the
    // first day.
    expect(left(9 * DAY_MS)).toMatchObject({ passed: 0, day: 1 });
  });
});
