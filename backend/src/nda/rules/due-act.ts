import type { ExpireInvitation, RemindParty2 } from '../invitation.commands.js';
import type { NdaState } from '../nda.state.js';
import { endOf, invitationHasExpired, isAwaitingSignature } from './invitation.js';
import { dueReminders, nextReminderAt } from './reminder.js';

/** The acts that become due by time alone. All pure; times are ISO 8601 UTC. */

export type DueAct = RemindParty2 | ExpireInvitation;

/** False after signature, cancellation, expiry and erasure: then no act is due (rule:automatic-reminders). */
const waitsForParty2 = (state: NdaState): boolean =>
  state.erasedAt === null && !state.discarded && isAwaitingSignature(state);

/** The act that is due at this time; there is never more than one. */
export function actDue(state: NdaState, at: string): DueAct | undefined {
  if (!waitsForParty2(state)) return undefined;
  if (invitationHasExpired(state, at)) return { type: 'ExpireInvitation' };
  const [kind] = dueReminders(state, at);
  return kind === undefined ? undefined : { type: 'RemindParty2', kind };
}

/**
 * Time of the next due act: at or before `at` if an act is due now, null if none is left. A reminder that was
 * not sent within its time is skipped, so that the next act has its turn.
 */
export function nextDue(state: NdaState, at: string): string | null {
  const { invitation } = state;
  if (invitation === undefined || !waitsForParty2(state)) return null;
  // Reminders only go out before the invitation's end.
  return nextReminderAt(state, at) ?? endOf(invitation);
}
