import { MANUAL_REMINDERS_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { DeclineReminders, RemindParty2 } from '../invitation.commands.js';
import { requireOpenInvitation } from '../rules/invitation.js';
import { hasDeclinedReminders, isPresentMailbox, isSameReminder, reminderIsDue } from '../rules/reminder.js';
import { timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/**
 * An NDA has at most three manual reminders over its whole life. Two manual reminders within a minute count
 * as one reminder (rule:three-manual-reminders). Automatic reminders are sent on days 1, 3 and 6, each at
 * most once per invitation (rule:automatic-reminders).
 * @throws not_invited, invitation_expired, reminders_declined, reminder_limit, reminder_not_due
 */
export const remindParty2: Decide<RemindParty2> = ({ kind }, state, context) => {
  const at = timeOf(state, context);
  const invitation = requireOpenInvitation(state, at);
  if (kind === 'manual') {
    if (hasDeclinedReminders(state)) throw new RuleBroken('reminders_declined');
    if (isSameReminder(invitation, at)) return [];
    if (state.manualReminders >= MANUAL_REMINDERS_MAX) throw new RuleBroken('reminder_limit');
    return [
      {
        type: 'ReminderSent',
        open: { invitation: invitation.number, kind, manualCount: state.manualReminders + 1 },
      },
    ];
  }
  if (invitation.automaticReminders.includes(kind) || hasDeclinedReminders(state)) return [];
  if (!reminderIsDue(state, kind, at)) throw new RuleBroken('reminder_not_due');
  return [
    {
      type: 'ReminderSent',
      open: { invitation: invitation.number, kind, manualCount: state.manualReminders },
    },
  ];
};

/**
 * Records once that Party 2 declines reminders, for the mailbox that received the link to decline
 * (rule:declined-reminders-stay-away). Declining is never refused. Nothing is appended if that mailbox is no
 * longer Party 2's, or if no further reminder will come.
 */
export const declineReminders: Decide<DeclineReminders> = ({ address }, state) => {
  const isOver =
    state.erasedAt !== null ||
    state.discarded ||
    state.party2 !== undefined ||
    state.invitation === undefined ||
    state.invitation.status === 'expired';
  if (isOver || !isPresentMailbox(state, address) || hasDeclinedReminders(state)) return [];
  return [{ type: 'RemindersDeclined', open: { address: state.addresses } }];
};
