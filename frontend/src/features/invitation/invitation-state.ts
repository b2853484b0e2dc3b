import { DAY_MS, INVITATION_DAYS, INVITATIONS_MAX, MANUAL_REMINDERS_MAX } from '@siegel/contracts/limits';
import type { MailProblemView, NdaView } from '@siegel/contracts/nda/view';

/** `refused`: the open invitation's mail did not arrive and never will. */
export type InvitationPhase = 'none' | 'pending' | 'waiting' | 'refused' | 'signed' | 'expired' | 'cancelled';

const OPEN: readonly NdaView['invitationStatus'][] = ['pending', 'sent', 'opened'];

/** True if Party 2 can sign through the link. */
export const isInvited = ({ invitationStatus }: Pick<NdaView, 'invitationStatus'>): boolean =>
  OPEN.includes(invitationStatus);

/**
 * Returns the problem that keeps the open invitation's mails from Party 2. If there are several, a permanent
 * problem comes first.
 */
export function invitationProblem(nda: NdaView): MailProblemView | undefined {
  if (!isInvited(nda)) return undefined;
  const ofLink = nda.mailProblems.filter(
    ({ kind, party }) => party === 2 && (kind === 'invitation' || kind === 'reminder'),
  );
  return ofLink.find(({ permanent }) => permanent) ?? ofLink[0];
}

export function invitationPhase(nda: NdaView): InvitationPhase {
  if (nda.party2SignedAt !== null || nda.invitationStatus === 'signed') return 'signed';
  if (!isInvited(nda)) return nda.invitationStatus as 'none' | 'expired' | 'cancelled';
  if (invitationProblem(nda)?.permanent === true) return 'refused';
  return nda.invitationStatus === 'pending' ? 'pending' : 'waiting';
}

/**
 * True if the invitation should be sent now, because Party 1 has signed and paid and Party 2 has not been
 * invited yet (rule:invitation-needs-payment).
 */
export const isInvitable = (nda: NdaView): boolean =>
  nda.signatureMode === 'remote' &&
  nda.party1SignedAt !== null &&
  nda.party2SignedAt === null &&
  nda.amountDue === 0 &&
  nda.invitationStatus === 'none';

/** True if Party 1 can no longer change mode and payer (rule:mode-is-fixed-by-payment-or-invitation). */
export const isModeFixed = (nda: NdaView): boolean =>
  nda.party1PaymentStatus === 'succeeded' ||
  nda.party2PaymentStatus === 'succeeded' ||
  nda.invitationStatus !== 'none' ||
  nda.invitationsLeft < INVITATIONS_MAX;

/** Why no reminder can be sent. */
export type ReminderRefusal = 'refused' | 'refusedForGood' | 'declined' | 'limit' | 'pending' | 'over';

export function reminderRefusal(nda: NdaView): ReminderRefusal | null {
  const phase = invitationPhase(nda);
  if (phase === 'refused') return nda.addressesLeft > 0 ? 'refused' : 'refusedForGood';
  if (phase === 'pending') return phase;
  if (phase !== 'waiting') return 'over';
  if (nda.remindersDeclined) return 'declined';
  return nda.remindersSent >= MANUAL_REMINDERS_MAX ? 'limit' : null;
}

/**
 * Returns what the button 'Forward by e-mail' does. If Party 2 has not been invited and nothing is left to
 * pay, the button sends the invitation. Otherwise it sends a reminder.
 */
export function forwarding(nda: NdaView): { act: 'invite' | 'remind'; refusal: ReminderRefusal | null } {
  if (nda.invitationStatus === 'none' && nda.amountDue === 0) return { act: 'invite', refusal: null };
  return { act: 'remind', refusal: reminderRefusal(nda) };
}

/** The days and hours that remain, and the share of the seven days that has passed (0 to 1). */
export interface TimeLeft {
  days: number;
  hours: number;
  passed: number;
  /** The current day, 1 to 7. */
  day: number;
}

const HOURS_A_DAY = 24;

export function timeLeft(expiresAt: string, now: number): TimeLeft {
  const left = Math.max(0, Date.parse(expiresAt) - now);
  const passed = Math.min(1, Math.max(0, 1 - left / (INVITATION_DAYS * DAY_MS)));
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left / DAY_MS) * HOURS_A_DAY),
    passed,
    day: Math.min(INVITATION_DAYS, Math.floor(passed * INVITATION_DAYS) + 1),
  };
}

/**
 * True while the NDA can change although the user does nothing, for example because of a payment, a mail, a
 * signature or the end of a day. Steps 4 and 5 poll while this is true.
 */
export const isWaitingForOthers = (nda: NdaView): boolean =>
  nda.signatureMode === 'remote' &&
  nda.party1SignedAt !== null &&
  nda.party2SignedAt === null &&
  nda.invitationStatus !== 'expired';
