import { ndaAfter } from './nda.evolve.js';
import type { NdaEvent } from './nda.events.js';
import {
  amountDue,
  dueReminders,
  invitationHasExpired,
  invitationIsOpen,
  isDeliverable,
  isFullyPaid,
  overallPaymentStatus,
  priceFor,
} from './nda.rules.js';
import { day, history } from './testing/given.js';
import {
  cancelled,
  completed,
  created,
  discarded,
  documentSent,
  erased,
  expired,
  failed,
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  madeRemote,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2SignedRemotely,
  reminded,
  remoteInvited,
  remotePaid,
  remoteSigned,
  requested,
  sent,
  splitInvited,
  voucherApplied,
} from './testing/samples.js';

const after = (...events: NdaEvent[]) => ndaAfter(history(events));
const share = { party: 2, paymentIntentId: 'pi_2' } as const;

describe('price and amount due, in cents', () => {
  it.each([
    ['a draft', [created], 199, 0],
    ['in person', [created, party1Signed()], 199, 0],
    ['in person with both shares', [created, party1Signed({ party1PaysForBoth: true })], 398, 0],
    ['remote, Party 1 pays for both', [created, party1SignedRemote], 398, 0],
    ['remote, each pays', [created, party1SignedSplit], 199, 199],
  ])('%s', (_, events, one, two) => {
    const state = after(...events);
    expect([priceFor(1, state), priceFor(2, state)]).toEqual([one, two]);
    expect([amountDue(state, 1), amountDue(state, 2)]).toEqual([one, two]);
  });
  it('owes nothing once covered, and no rest is paid twice', () => {
    expect(amountDue(after(...remotePaid), 1)).toBe(0);
    expect(amountDue(after(created, party1Signed(), requested(199), madeRemote(true), paid(199)), 1)).toBe(
      199,
    );
  });
  it('neither asks again nor gives back after a cancel', () => {
    const state = after(...remoteInvited, cancelled());
    expect([amountDue(state, 1), amountDue(state, 2)]).toEqual([0, 0]);
    expect(state.payments[1].covered).toBe(398);
  });
});

describe('overall payment status', () => {
  it.each([
    ['none', [created]],
    ['none', [created, party1Signed()]],
    ['pending', [created, party1Signed(), requested(199)]],
    ['pending', [created, party1Signed(), requested(199), failed()]],
    ['failed', [created, party1Signed(), requested(199), failed({ final: true })]],
    ['succeeded', [created, party1Signed(), requested(199), paid(199)]],
    ['pending', splitInvited],
    ['succeeded', [...splitInvited, requested(199, share), paid(199, share)]],
    ['succeeded', remotePaid],
  ] as const)('is %s', (status, events) => expect(overallPaymentStatus(after(...events))).toBe(status));
  it('is none before there is an NDA', () => expect(overallPaymentStatus(after())).toBe('none'));
});

describe('deliverable', () => {
  it('is what is complete and paid', () => {
    expect(isDeliverable(after(...inPersonPaid))).toBe(true);
    expect(isDeliverable(after(...remoteSigned))).toBe(true);
  });
  it.each([
    ['unsigned', remotePaid],
    ['unpaid', inPersonComplete],
    ['erased', [...inPersonPaid, erased]],
    ['discarded', [...inPersonPaid, discarded]],
    ['sent', [...inPersonSealed, documentSent(1), documentSent(2), sent]],
  ])('is nothing %s', (_, events) => expect(isDeliverable(after(...events))).toBe(false));
  it('needs both shares in split mode', () => {
    const unpaid = [...splitInvited, party2SignedRemotely, completed];
    expect(isFullyPaid(after(...unpaid))).toBe(false);
    expect(isDeliverable(after(...unpaid))).toBe(false);
    expect(isDeliverable(after(...unpaid, voucherApplied(199, { party: 2 })))).toBe(true);
  });
});

describe('the invitation', () => {
  it('is open for seven days', () => {
    const state = after(...remoteInvited);
    expect(invitationIsOpen(state, day(6.99))).toBe(true);
    expect(invitationIsOpen(state, day(7))).toBe(false);
    expect(invitationHasExpired(state, day(7))).toBe(true);
  });
  it.each([
    ['there is none', remotePaid],
    ['it was used', remoteSigned],
    ['it was cancelled', [...remoteInvited, cancelled()]],
    ['it has expired', [...remoteInvited, expired]],
    ['all is erased', [...remoteInvited, erased]],
  ])('is not open when %s', (_, events) => expect(invitationIsOpen(after(...events), day(1))).toBe(false));
  it('has not expired once used or cancelled', () => {
    expect(invitationHasExpired(after(...remoteSigned), day(9))).toBe(false);
    expect(invitationHasExpired(after(...remoteInvited, cancelled()), day(9))).toBe(false);
  });
  it('names the reminders whose time has come', () => {
    const first = reminded({ kind: 'day1', manualCount: 0 });
    expect(dueReminders(after(...remoteInvited), day(0.9))).toEqual([]);
    expect(dueReminders(after(...remoteInvited), day(4))).toEqual(['day1', 'day3']);
    expect(dueReminders(after(...remoteInvited, first), day(4))).toEqual(['day3']);
    expect(dueReminders(after(...remoteInvited), day(7))).toEqual([]);
    expect(dueReminders(after(...remoteInvited, cancelled()), day(4))).toEqual([]);
  });
});
