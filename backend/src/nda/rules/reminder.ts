import { AUTOMATIC_REMINDERS, type AutomaticReminder } from '@siegel/contracts/limits';
import type { InvitationState, NdaState } from '../nda.state.js';
import { invitationIsOpen } from './invitation.js';
import { daysAfter } from './time.js';

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
