import type { InvitationStatus } from '@siegel/contracts/enums';
import {
  HOUR_MS,
  INVITATION_DAYS,
  INVITATION_PROMPT_HOURS,
  UNSENT_INVITATION_DAYS,
} from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { InvitationState, NdaState } from '../nda.state.js';
import { amountDue } from './price.js';
import { daysAfter } from './time.js';

/** How an invitation stands. All pure; times are ISO 8601 UTC. */

const AWAITING: readonly InvitationStatus[] = ['pending', 'sent', 'opened'];

/** Neither signed, cancelled nor recorded as expired; it may be past its time. */
export const awaitsSignature = (status: InvitationStatus): boolean => AWAITING.includes(status);

export const isAwaitingSignature = ({ invitation }: Pick<NdaState, 'invitation'>): boolean =>
  invitation !== undefined && awaitsSignature(invitation.status);

/** When the link ends; null before there is one, and after it was cancelled. */
export const linkExpiresAt = ({ invitation }: Pick<NdaState, 'invitation'>): string | null =>
  invitation === undefined || invitation.status === 'cancelled' ? null : invitation.expiresAt;

/** An invitation goes forwards only: a mail that is reported late takes nothing back. */
export const statusOnceSent = <Status extends InvitationStatus>(status: Status): Status | 'sent' =>
  status === 'pending' ? 'sent' : status;

/** As above, for the use of the link. */
export const statusOnceOpened = <Status extends InvitationStatus>(status: Status): Status | 'opened' =>
  status === 'pending' || status === 'sent' ? 'opened' : status;

/**
 * Party 1 has paid for signing by link, and Party 2 was never invited: the payment itself leads to that
 * (rule:invitation-needs-payment). Not once it was invited: what is cancelled is not invited anew by itself.
 */
export const invitationIsOwed = (state: NdaState): boolean =>
  state.mode === 'remote' &&
  state.invitations === 0 &&
  state.party2 === undefined &&
  state.erasedAt === null &&
  !state.discarded &&
  amountDue(state, 1) === 0;

/**
 * The instant from which on the invitation is over: while no mail server has accepted it, it waits for that two
 * weeks (rule:invitation-lasts-seven-days).
 */
export const endOf = ({
  acceptedAt,
  invitedAt,
  expiresAt,
}: Pick<InvitationState, 'acceptedAt' | 'invitedAt' | 'expiresAt'>): string =>
  acceptedAt === null ? daysAfter(invitedAt, UNSENT_INVITATION_DAYS) : expiresAt;

/**
 * True from the very instant of its end on, whether or not the expiry was recorded yet. Not for signed or
 * cancelled ones.
 */
export function invitationHasExpired({ invitation }: Pick<NdaState, 'invitation'>, at: string): boolean {
  if (invitation === undefined) return false;
  return invitation.status === 'expired' || (awaitsSignature(invitation.status) && at >= endOf(invitation));
}

/** The link works: Party 2 may sign, be reminded, be invited again at another address. */
export const invitationIsOpen = (state: NdaState, at: string): boolean =>
  state.erasedAt === null &&
  !state.discarded &&
  isAwaitingSignature(state) &&
  !invitationHasExpired(state, at);

/** @throws RuleBroken invitation_expired, not_invited: also when it was cancelled or used */
export function requireOpenInvitation(state: NdaState, at: string): InvitationState {
  if (invitationHasExpired(state, at)) throw new RuleBroken('invitation_expired');
  if (state.invitation === undefined || !isAwaitingSignature(state)) throw new RuleBroken('not_invited');
  return state.invitation;
}

/**
 * When the invitation ends now that a mail server accepted it, where that is another time than was said: the
 * first acceptance begins its days, unless it came promptly (rule:invitation-lasts-seven-days).
 */
export function endOnceAccepted(state: NdaState, at: string): string | undefined {
  const { invitation } = state;
  if (invitation === undefined || invitation.acceptedAt !== null || !invitationIsOpen(state, at))
    return undefined;
  const isPrompt = Date.parse(at) - Date.parse(invitation.invitedAt) <= INVITATION_PROMPT_HOURS * HOUR_MS;
  return isPrompt ? undefined : daysAfter(at, INVITATION_DAYS);
}
