import { DAY_MS, INVITATION_DAYS, INVITATIONS_MAX, MANUAL_REMINDERS_MAX } from '@siegel/contracts/limits';
import type { MailProblemView, NdaView } from '@siegel/contracts/nda/view';

/** `refused`: the mail of the open invitation did not arrive and will not. */
export type InvitationPhase = 'none' | 'pending' | 'waiting' | 'refused' | 'signed' | 'expired' | 'cancelled';

const OPEN: readonly NdaView['invitationStatus'][] = ['pending', 'sent', 'opened'];

/** True if the link can be used to sign. */
export const isInvited = ({ invitationStatus }: Pick<NdaView, 'invitationStatus'>): boolean =>
  OPEN.includes(invitationStatus);

/** The problem that keeps mails of the open invitation from Party 2; a permanent problem comes first. */
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
 * True if Party 1 has signed and paid and Party 2 is not invited yet: the invitation is owed
 * (rule:invitation-needs-payment).
 */
export const isInvitable = (nda: NdaView): boolean =>
  nda.signatureMode === 'remote' &&
  nda.party1SignedAt !== null &&
  nda.party2SignedAt === null &&
  nda.amountDue === 0 &&
  nda.invitationStatus === 'none';

/** True if mode and payer can no longer change (rule:mode-is-fixed-by-payment-or-invitation). */
export const isModeFixed = (nda: NdaView): boolean =>
  nda.party1PaymentStatus === 'succeeded' ||
  nda.party2PaymentStatus === 'succeeded' ||
  nda.invitationStatus !== 'none' ||
  nda.invitationsLeft < INVITATIONS_MAX;

/** Reason why no reminder can be sent. */
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
 * The action of 'Forward by e-mail': an invitation if nobody is invited and nothing is owed, else a reminder.
 */
export function forwarding(nda: NdaView): { act: 'invite' | 'remind'; refusal: ReminderRefusal | null } {
  if (nda.invitationStatus === 'none' && nda.amountDue === 0) return { act: 'invite', refusal: null };
  return { act: 'remind', refusal: reminderRefusal(nda) };
}

/** Days and hours that remain, and how much of the seven days has passed (0 to 1). */
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
 * True while others can change N: by a payment, a mail, a signature or the end of a day. Steps 4 and 5 poll
 * meanwhile.
 */
export const isWaitingForOthers = (nda: NdaView): boolean =>
  nda.signatureMode === 'remote' &&
  nda.party1SignedAt !== null &&
  nda.party2SignedAt === null &&
  nda.invitationStatus !== 'expired';
