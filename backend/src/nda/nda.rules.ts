import * as price from '@siegel/contracts/payments/price';
import type { PriceBasis } from '@siegel/contracts/payments/price';
import type { Party, PaymentStatus } from '@siegel/contracts/enums';
import { AUTOMATIC_REMINDERS, type AutomaticReminder, DAY_MS } from '@siegel/contracts/limits';
import type { InvitationState, NdaState } from './nda.state.js';

/**
 * Questions about an NDA that more than one command, projection or reaction asks. All pure; money is integer
 * cents.
 */

type PricedState = Pick<NdaState, 'mode' | 'party1PaysForBoth' | 'payments'>;

export const priceBasisOf = ({ mode, party1PaysForBoth, payments }: PricedState): PriceBasis => ({
  mode,
  party1PaysForBoth,
  covered: { 1: payments[1].covered, 2: payments[2].covered },
});

/** What a party pays in all under the mode and flag as they stand (rule:price). */
export const priceFor = (party: Party, state: Pick<NdaState, 'mode' | 'party1PaysForBoth'>): number =>
  price.priceFor(party, state);

/**
 * What the party still owes. What is covered is never asked again, nor given back when less is owed later
 * (rule:paid-is-paid).
 */
export const amountDue = (state: PricedState, party: Party): number =>
  price.amountDue(priceBasisOf(state), party);

/** Nobody owes anything under the flags as they stand. */
export const isFullyPaid = (state: NdaState): boolean => price.isFullyPaid(priceBasisOf(state));

/**
 * A payment that counted, of either party: it fixes mode and flag
 * (rule:mode-is-fixed-by-payment-or-invitation).
 */
export const isAnythingPaid = (state: NdaState): boolean =>
  state.payments[1].covered > 0 || state.payments[2].covered > 0;

/** `pending`: an open intent, or one of two shares paid. */
export function overallPaymentStatus(state: NdaState): PaymentStatus {
  if (state.status === 'none') return 'none';
  const standing = (party: Party) => ({
    open: state.payments[party].open !== undefined,
    status: state.payments[party].status,
  });
  return price.overallPaymentStatus(priceBasisOf(state), { 1: standing(1), 2: standing(2) });
}

export const isComplete = (state: NdaState): boolean => state.completedAt !== null;

/** Complete and paid, while nothing bars delivery: the document is owed to both parties. */
export const isDeliverable = (state: NdaState): boolean =>
  isComplete(state) &&
  isFullyPaid(state) &&
  state.erasedAt === null &&
  !state.discarded &&
  state.delivery.sentAt === null;

const AWAITING: readonly InvitationState['status'][] = ['pending', 'sent', 'opened'];

/** Neither signed, cancelled nor recorded as expired; it may be past its time. */
export const isAwaitingSignature = (state: NdaState): boolean =>
  state.invitation !== undefined && AWAITING.includes(state.invitation.status);

/**
 * True from the very instant named by `expiresAt` on, whether or not the expiry was recorded yet. Not for
 * signed or cancelled ones.
 */
export function invitationHasExpired(state: NdaState, at: string): boolean {
  const invitation = state.invitation;
  if (invitation === undefined) return false;
  return invitation.status === 'expired' || (isAwaitingSignature(state) && at >= invitation.expiresAt);
}

/** The link works: Party 2 may sign, be reminded, be invited again at another address. */
export const invitationIsOpen = (state: NdaState, at: string): boolean =>
  state.erasedAt === null &&
  !state.discarded &&
  isAwaitingSignature(state) &&
  !invitationHasExpired(state, at);

/** @returns ISO 8601 UTC, `days` times 24 hours later */
export const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString();

/**
 * Whether the time of an automatic reminder has come, counted from the invitation (rule:automatic-reminders).
 */
export const reminderIsDue = (invitation: InvitationState, kind: AutomaticReminder, at: string): boolean =>
  at >= daysAfter(invitation.invitedAt, AUTOMATIC_REMINDERS[kind]);

/** Automatic reminders whose time has come and that were not sent, oldest first. */
export function dueReminders(state: NdaState, at: string): readonly AutomaticReminder[] {
  const invitation = state.invitation;
  if (invitation === undefined || !invitationIsOpen(state, at)) return [];
  const kinds = Object.keys(AUTOMATIC_REMINDERS) as AutomaticReminder[];
  return kinds.filter(
    (kind) => !invitation.automaticReminders.includes(kind) && reminderIsDue(invitation, kind, at),
  );
}

/** Something is still owed to somebody: retention does not erase it (rule:retention-waits). */
export const isSomethingOwed = (state: NdaState, at: string): boolean =>
  isDeliverable(state) || invitationIsOpen(state, at);
