import { ndaAfter } from './testing/given.js';
import { priceFor } from '@siegel/contracts/payments/price';
import { isAllRun } from '../platform/testing/only-in-all.js';
import fc from 'fast-check';
import type { Party } from '@siegel/contracts/enums';
import { DAY_MS, HOUR_MS, MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import type { NdaEvent } from './nda.events.js';
import { refundDue, refundedOf, revenueOf } from './money-back.js';
import { invitationIsOpen } from './rules/invitation.js';
import { openIntents } from './rules/payment.js';
import { amountDue, isFullyPaid } from './rules/price.js';
import { type HistoryStep, type RandomHistory, randomHistories } from './testing/histories.js';

/** Invariants that hold in every history of an NDA, for any commands in any order. */

const RUNS = isAllRun() ? 400 : 160;
const holds = (check: (history: RandomHistory) => void) =>
  fc.assert(fc.property(randomHistories, check), { numRuns: RUNS });
const holdsForEach = (check: (step: HistoryStep) => void) => holds((history) => history.steps.forEach(check));

const count = (history: RandomHistory, type: NdaEvent['type']): number =>
  history.steps.filter(({ event }) => event.type === type).length;

/**
 * Types of events that may follow an erasure. They concern money and mails that were in progress, or complete
 * the erasure.
 */
const AFTER_ERASURE: readonly NdaEvent['type'][] = [
  'PaymentIntentOpened',
  'PaymentFailed',
  'PaymentMismatched',
  'RefundDue',
  'PaymentRefunded',
  'PaymentChargedBack',
  'InvitationSent',
  'NoticeSent',
  'MailDelivered',
  'MailBounced',
  'ObligationClosed',
  'NdaKeyDestroyed',
];
const OF_THE_AGREEMENT: readonly NdaEvent['type'][] = [
  'NdaCreated',
  'Party1Signed',
  'Party2Signed',
  'SigningMadeRemote',
  'SigningMadeInPerson',
  'NdaDiscarded',
];

/** Returns the type of the event, with details where this spec needs them. */
function nameOf({ command, event }: HistoryStep): string {
  if (event.type === 'ReminderSent') return `ReminderSent ${event.open.kind}`;
  if (event.type === 'InvitationSent' && event.open.expiresAt !== undefined) return 'InvitationSent later';
  if (event.type !== 'RefundDue') return event.type;
  return command.type === 'ExpireInvitation'
    ? 'ExpireInvitation: RefundDue'
    : `RefundDue ${event.open.reason}`;
}

describe('the random histories', () => {
  it('cover every kind of event', () => {
    const seen = new Set<string>();
    for (const history of fc.sample(randomHistories, { numRuns: 1500, seed: 20261102 })) {
      for (const step of history.steps) seen.add(nameOf(step));
    }
    const wanted = [
      'Party2Signed',
      'NdaSent',
      'InvitationExpired',
      'InvitationCancelled',
      'NdaKeyDestroyed',
      'PaymentRefunded',
      'PaymentChargedBack',
      'PaymentConsentGiven',
      'RemindersDeclined',
      'Party1AddressCorrected',
      'CreatorAccessGranted',
      'CreatorAccessEnded',
      'MailFailed',
      'ObligationClosed',
      'ReminderSent day1',
      'ReminderSent day3',
      'InvitationSent later',
      'ExpireInvitation: RefundDue',
    ];
    const refunds = ['RefundDue excess', 'RefundDue expired', 'RefundDue erased', 'RefundDue mismatched'];
    expect([...wanted, ...refunds].filter((what) => !seen.has(what))).toEqual([]);
  });
});

describe('signing', () => {
  it('is never done by Party 2 before Party 1', () =>
    holdsForEach(({ before, event }) => {
      if (event.type === 'Party2Signed') expect(before.party1).toBeDefined();
    }));
  it('happens once per party, and completes the NDA once', () =>
    holds((history) => {
      for (const type of ['Party1Signed', 'Party2Signed', 'NdaCompleted'] as const)
        expect(count(history, type)).toBeLessThanOrEqual(1);
      expect(count(history, 'NdaCompleted')).toBe(count(history, 'Party2Signed'));
    }));
  it('happens only through the open link in remote mode, never through a closed one', () =>
    holdsForEach(({ before, event }) => {
      if (event.type !== 'Party2Signed') return;
      expect(event.open.channel).toBe(before.mode);
      if (event.open.channel !== 'remote') return;
      expect(event.open.tokenHash).toBe(before.invitation?.tokenHash);
      expect(invitationIsOpen(before, event.at)).toBe(true);
      expect(amountDue(before, 2)).toBe(0);
    }));
  it('changes nothing of the agreement once it is complete', () =>
    holds((history) => {
      const created = history.steps[0]?.event;
      const fixed = created?.type === 'NdaCreated' ? created.open.agreementCommitment : undefined;
      for (const { before, event } of history.steps.slice(1)) {
        expect(before.agreementCommitment).toBe(fixed);
        expect(before.terms).toEqual(history.end.terms);
        if (before.completedAt !== null) expect(OF_THE_AGREEMENT).not.toContain(event.type);
        if ('agreementCommitment' in event.open) expect(event.open.agreementCommitment).toBe(fixed);
      }
    }));
});

describe('money', () => {
  it('is never counted beyond the owed amount', () =>
    holdsForEach(({ before, event }) => {
      if (event.type === 'PaymentSucceeded')
        expect(event.open.amount).toBeLessThanOrEqual(amountDue(before, event.open.party));
      if (event.type === 'VoucherApplied')
        expect(event.open.covered).toBe(amountDue(before, event.open.party));
      if (event.type !== 'PaymentSucceeded' && event.type !== 'VoucherApplied') return;
      const cents = event.type === 'PaymentSucceeded' ? event.open.amount : event.open.covered;
      expect(cents).toBeGreaterThan(0);
      expect(before.payments[event.open.party].covered + cents).toBeLessThanOrEqual(
        priceFor(event.open.party, before),
      );
      expect([before.erasedAt, before.discarded]).toEqual([null, false]);
    }));
  it('is due back at most once for each intent; counted money only if the invitation expires', () =>
    holds((history) => {
      const counted = new Map<string, number>();
      const dueBack = new Set<string>();
      for (const { command, event } of history.steps) {
        if (event.type === 'PaymentSucceeded') counted.set(event.open.paymentIntentId, event.open.amount);
        if (event.type !== 'RefundDue') continue;
        const { paymentIntentId, amount, party } = event.open;
        expect(dueBack.has(paymentIntentId)).toBe(false);
        dueBack.add(paymentIntentId);
        if (command.type === 'ExpireInvitation')
          expect([party, amount]).toEqual([2, counted.get(paymentIntentId)]);
      }
    }));
  it('is counted or due back to the cent when it arrives, each intent once', () =>
    holds((history) => {
      for (const [intent, cents] of history.received) {
        const told = history.steps.reduce((sum, { command, event }) => {
          if (command.type === 'ExpireInvitation') return sum;
          const isMoney = event.type === 'PaymentSucceeded' || event.type === 'RefundDue';
          return isMoney && event.open.paymentIntentId === intent ? sum + event.open.amount : sum;
        }, 0);
        expect(told).toBe(cents);
      }
    }));
  it('is consented to once for each attempt, for the amount that is owed then', () =>
    holds((history) => {
      const given = new Set<string>();
      for (const { before, event } of history.steps) {
        if (event.type !== 'PaymentConsentGiven') continue;
        const { party, attempt, amount, paymentIntentId } = event.open;
        expect(given.has(`${party} ${attempt}`)).toBe(false);
        given.add(`${party} ${attempt}`);
        expect(before.payments[party].open).toMatchObject({ attempt, amount, paymentIntentId });
        expect(amount).toBe(amountDue(before, party));
      }
    }));
  it('is requested by at most one wanted intent of each party, and the end of every other open intent is owed', () =>
    holds(({ end }) => {
      for (const party of [1, 2] as const) {
        const open = openIntents(end, party);
        const unwanted = open.filter(({ isWanted }) => !isWanted);
        expect(open.length - unwanted.length).toBeLessThanOrEqual(1);
        const owed = end.obligations.open.filter((one) => one.kind === 'intent' && one.party === party);
        expect(owed.map(({ reference }) => reference)).toEqual(unwanted.map((one) => one.paymentIntentId));
        expect(new Set(owed.map(({ what }) => what)).size).toBe(owed.length);
      }
    }));
  it('is revenue if it counted and was not refunded; revenue is never below 0', () =>
    holds(({ end, received }) => {
      for (const party of [1, 2] as const)
        for (const one of end.payments[party].counted) {
          const kept = revenueOf([one], end.moneyBack);
          const back = refundedOf(end.moneyBack, one.paymentIntentId, 'EUR');
          const lost = end.moneyBack.chargedBack.find(
            ({ paymentIntentId, state }) => paymentIntentId === one.paymentIntentId && state === 'lost',
          );
          const left = (received.get(one.paymentIntentId) ?? 0) - back - (lost?.amount ?? 0);
          expect(kept).toBe(Math.max(0, Math.min(one.amount, left)));
        }
      expect(refundDue(end.moneyBack)).toBeGreaterThanOrEqual(0);
    }));
  it('adds up to the covered amount of the state', () =>
    holds((history) => {
      for (const party of [1, 2] as const)
        expect(history.end.payments[party].covered).toBe(coveredBy(history, party));
    }));
  it('is never requested if nothing is owed, and attempts are numbered without gaps', () =>
    holdsForEach(({ before, event }) => {
      if (event.type !== 'PaymentRequested') return;
      expect(event.open.amount).toBe(amountDue(before, event.open.party));
      expect(event.open.amount).toBeGreaterThan(0);
      expect(event.open.attempt).toBe(before.payments[event.open.party].attempt + 1);
    }));
  it('fixes mode and flag; after that only cancelling or inviting again changes the mode', () =>
    holdsForEach(({ before, command, event }) => {
      if (event.type !== 'SigningMadeRemote' && event.type !== 'SigningMadeInPerson') return;
      const isPaid = before.payments[1].covered + before.payments[2].covered > 0;
      if (isPaid || before.invitations > 0) {
        expect(command.type).toBe('InviteParty2');
        expect(event.open.party1PaysForBoth).toBe(before.party1PaysForBoth);
      }
    }));
});

function coveredBy(history: RandomHistory, party: Party): number {
  return history.steps.reduce((sum, { event }) => {
    if (event.type === 'PaymentSucceeded' && event.open.party === party) return sum + event.open.amount;
    return event.type === 'VoucherApplied' && event.open.party === party ? sum + event.open.covered : sum;
  }, 0);
}

describe('mail', () => {
  it('reminds manually at most three times, automatically once per invitation and day, and only for an open link', () =>
    holds((history) => {
      const reminders = history.steps.flatMap(({ before, event }) =>
        event.type === 'ReminderSent' ? [{ before, event }] : [],
      );
      expect(reminders.filter(({ event }) => event.open.kind === 'manual').length).toBeLessThanOrEqual(3);
      const automatic = reminders.flatMap(({ event }) =>
        event.open.kind === 'manual' ? [] : [`${event.open.invitation} ${event.open.kind}`],
      );
      expect(new Set(automatic).size).toBe(automatic.length);
      for (const { before, event } of reminders) {
        expect(event.open.invitation).toBe(before.invitation?.number);
        expect(invitationIsOpen(before, event.at)).toBe(true);
      }
    }));
  it('invites at most three times: only if paid and unsigned, never twice at a time or after an expiry', () =>
    holds((history) => {
      expect(count(history, 'Party2Invited')).toBeLessThanOrEqual(3);
      expect(count(history, 'Party2AddressCorrected')).toBeLessThanOrEqual(2);
      expect(count(history, 'Party1AddressCorrected')).toBeLessThanOrEqual(2);
      for (const { before, event } of history.steps) {
        if (event.type !== 'Party2Invited') continue;
        expect(amountDue(before, 1)).toBe(0);
        expect([undefined, 'cancelled']).toContain(before.invitation?.status);
        expect([before.mode, before.party1 === undefined, before.party2]).toEqual([
          'remote',
          false,
          undefined,
        ]);
      }
    }));
  it('reminds automatically a day after any other mail, after an accepted invitation, if Party 2 did not decline', () =>
    holds((history) => {
      const declined = new Set<number>();
      for (const { before, event } of history.steps) {
        if (event.type === 'RemindersDeclined') {
          expect(declined.has(event.open.address)).toBe(false);
          declined.add(event.open.address);
        }
        if (event.type !== 'ReminderSent') continue;
        expect(declined.has(before.addresses)).toBe(false);
        if (event.open.kind === 'manual') continue;
        expect(before.invitation?.sentAt).not.toBeNull();
        expect(Date.parse(event.at) - Date.parse(before.lastMail?.at ?? '')).toBeGreaterThanOrEqual(DAY_MS);
      }
    }));
  it('expires a week after its acceptance, or after two weeks without one, and begins its days once', () =>
    holdsForEach(({ before, event }) => {
      const { invitation } = before;
      if (event.type === 'InvitationExpired' && invitation !== undefined) {
        const invitedAt = Date.parse(invitation.invitedAt);
        const acceptedAt = Date.parse(invitation.acceptedAt ?? '');
        // A mail that is accepted when the two weeks are over begins no days.
        const begins = acceptedAt - invitedAt < 14 * DAY_MS;
        const since = Date.parse(event.at) - (begins ? acceptedAt : invitedAt);
        expect(since).toBeGreaterThanOrEqual((begins ? 7 : 14) * DAY_MS - HOUR_MS);
      }
      if (event.type === 'InvitationSent' && event.open.expiresAt !== undefined) {
        expect([invitation?.acceptedAt, event.open.invitation]).toEqual([null, invitation?.number]);
        expect(Date.parse(event.open.expiresAt) - Date.parse(event.at)).toBe(7 * DAY_MS);
      }
    }));
  it('is recorded as failed a limited number of times for each kind and party', () =>
    holds((history) => {
      const failures = history.steps.flatMap(({ event }) =>
        event.type === 'MailFailed' ? [`${event.open.kind} ${event.open.party}`] : [],
      );
      for (const kind of new Set(failures))
        expect(failures.filter((one) => one === kind).length).toBeLessThanOrEqual(MAIL_FAILURES_MAX);
    }));
  it('gives a new link only while the invitation is open', () =>
    holdsForEach(({ before, event }) => {
      if (event.type === 'Party2AddressCorrected' && event.open.tokenHash !== null)
        expect(invitationIsOpen(before, event.at)).toBe(true);
    }));
  it('sends the document once per party, only if complete and paid', () =>
    holds((history) => {
      for (const { before, event } of history.steps) {
        if (event.type !== 'DocumentSealed' && event.type !== 'DocumentSent') continue;
        expect(before.completedAt).not.toBeNull();
        expect(isFullyPaid(before)).toBe(true);
        if (event.type === 'DocumentSent')
          expect(before.delivery.recipients[event.open.party].messageId).toBeNull();
      }
      expect(count(history, 'DocumentSealed')).toBeLessThanOrEqual(1);
      expect(count(history, 'NdaSent')).toBe(count(history, 'DocumentSent') === 2 ? 1 : 0);
    }));
});

describe('access', () => {
  it('is given only by an open link, once by each link, and some browser always keeps access', () =>
    holds((history) => {
      const used = new Set<number>();
      for (const { before, event } of history.steps) {
        if (event.type === 'CreatorAccessEnded') expect(before.creatorKeyHashes).toContain(event.open.kept);
        if (event.type !== 'CreatorAccessGranted') continue;
        const link = event.open.link ?? 0;
        expect(used.has(link)).toBe(false);
        used.add(link);
        expect(before.continueLinks[link - 1]).toMatchObject({ standing: 'open' });
      }
      expect(history.end.creatorKeyHashes.length > 0).toBe(history.end.erasedAt === null);
    }));
});

describe('the end', () => {
  it('permits only facts about money and mails under way after an erasure, and seals nothing', () =>
    holdsForEach(({ before, event }) => {
      if (before.erasedAt === null) return;
      expect(AFTER_ERASURE).toContain(event.type);
      expect(event.personal).toBeUndefined();
    }));
  it('happens once, and never under legal hold', () =>
    holds((history) => {
      for (const type of ['NdaErased', 'NdaKeyDestroyed', 'NdaDiscarded'] as const)
        expect(count(history, type)).toBeLessThanOrEqual(1);
      for (const { before, event } of history.steps)
        if (event.type === 'NdaErased') expect(before.legalHoldSince).toBeNull();
    }));
  it('is barred by legal holds, which are set and lifted in turn and whose reasons are sealed', () =>
    holdsForEach(({ before, event }) => {
      if (event.type !== 'LegalHoldSet' && event.type !== 'LegalHoldLifted') return;
      expect(before.legalHoldSince !== null).toBe(event.type === 'LegalHoldLifted');
      expect(before.erasedAt).toBeNull();
      expect(event.open).toEqual({});
    }));
  it('leaves the same open state when the payload is gone', () =>
    holds((history) => {
      const { personal: _a, party2Emails: _b, agreementHash: _e, party1, party2, ...open } = history.end;
      const erased = ndaAfter(history.steps.map(({ event }) => erasedCopy<NdaEvent>(event)));
      const {
        personal: _c,
        party2Emails: _d,
        party1: erased1,
        party2: erased2,
        agreementHash: hashAfterErasure,
        ...openAfterErasure
      } = erased;
      expect(openAfterErasure).toEqual(open);
      expect(hashAfterErasure).toBeUndefined();
      expect([erased1?.eventId, erased2?.eventId, erased2?.tokenHash]).toEqual([
        party1?.eventId,
        party2?.eventId,
        party2?.tokenHash,
      ]);
    }));
});
