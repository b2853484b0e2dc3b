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

/** Functions about the state of an invitation. All pure; times are ISO 8601 UTC. */

const AWAITING: readonly InvitationStatus[] = ['pending', 'sent', 'opened'];

/**
 * True unless the invitation was signed, cancelled or recorded as expired. An invitation that is past its end
 * still awaits a signature until the expiry is recorded.
 */
export const awaitsSignature = (status: InvitationStatus): boolean => AWAITING.includes(status);

export const isAwaitingSignature = ({ invitation }: Pick<NdaState, 'invitation'>): boolean =>
  invitation !== undefined && awaitsSignature(invitation.status);

/**
 * Returns the time at which the link ends; null before there is a link, and after the invitation was
 * cancelled.
 */
export const linkExpiresAt = ({ invitation }: Pick<NdaState, 'invitation'>): string | null =>
  invitation === undefined || invitation.status === 'cancelled' ? null : invitation.expiresAt;

/**
 * Returns the status after the invitation was sent. A status only advances, so a late report about a mail
 * changes nothing.
 */
export const statusOnceSent = <Status extends InvitationStatus>(status: Status): Status | 'sent' =>
  status === 'pending' ? 'sent' : status;

/** Returns the status after the link was used. A status only advances. */
export const statusOnceOpened = <Status extends InvitationStatus>(status: Status): Status | 'opened' =>
  status === 'pending' || status === 'sent' ? 'opened' : status;

/**
 * True if Party 1 has paid for signing by link and Party 2 was never invited. The payment then triggers the
 * invitation (rule:invitation-needs-payment). After a cancellation only Party 1 can invite again.
 */
export const invitationIsOwed = (state: NdaState): boolean =>
  state.mode === 'remote' &&
  state.invitations === 0 &&
  state.party2 === undefined &&
  state.erasedAt === null &&
  !state.discarded &&
  amountDue(state, 1) === 0;

/**
 * Returns the instant at which the invitation ends. An invitation that no mail server has accepted ends two
 * weeks after it was made (rule:invitation-lasts-seven-days).
 */
export const endOf = ({
  acceptedAt,
  invitedAt,
  expiresAt,
}: Pick<InvitationState, 'acceptedAt' | 'invitedAt' | 'expiresAt'>): string =>
  acceptedAt === null ? daysAfter(invitedAt, UNSENT_INVITATION_DAYS) : expiresAt;

/**
 * True from the invitation's end on, even if the expiry is not recorded yet. False if the invitation was
 * signed or cancelled.
 */
export function invitationHasExpired({ invitation }: Pick<NdaState, 'invitation'>, at: string): boolean {
  if (invitation === undefined) return false;
  return invitation.status === 'expired' || (awaitsSignature(invitation.status) && at >= endOf(invitation));
}

/** True if the link works. Party 2 may then sign, be reminded, or have its address corrected. */
export const invitationIsOpen = (state: NdaState, at: string): boolean =>
  state.erasedAt === null &&
  !state.discarded &&
  isAwaitingSignature(state) &&
  !invitationHasExpired(state, at);

/** @throws RuleBroken invitation_expired; not_invited, also if the invitation was cancelled or used */
export function requireOpenInvitation(state: NdaState, at: string): InvitationState {
  if (invitationHasExpired(state, at)) throw new RuleBroken('invitation_expired');
  if (state.invitation === undefined || !isAwaitingSignature(state)) throw new RuleBroken('not_invited');
  return state.invitation;
}

/**
 * Returns the new end of an invitation that a mail server accepts at `at`; undefined if the end does not
 * change. If the first acceptance is late, the seven days begin again at `at`
 * (rule:invitation-lasts-seven-days).
 */
export function endOnceAccepted(state: NdaState, at: string): string | undefined {
  const { invitation } = state;
  if (invitation === undefined || invitation.acceptedAt !== null || !invitationIsOpen(state, at))
    return undefined;
  const isPrompt = Date.parse(at) - Date.parse(invitation.invitedAt) <= INVITATION_PROMPT_HOURS * HOUR_MS;
  return isPrompt ? undefined : daysAfter(at, INVITATION_DAYS);
}
