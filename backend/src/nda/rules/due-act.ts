import type { ExpireInvitation, RemindParty2 } from '../invitation.commands.js';
import type { NdaState } from '../nda.state.js';
import { endOf, invitationHasExpired, isAwaitingSignature } from './invitation.js';
import { dueReminders, nextReminderAt } from './reminder.js';

/** Finds the acts that become due only because time passes. All pure; times are ISO 8601 UTC. */

export type DueAct = RemindParty2 | ExpireInvitation;

/**
 * True while Party 2 is expected to sign through a link. No act is due after a signature, cancellation,
 * expiry, discard or erasure (rule:automatic-reminders).
 */
const waitsForParty2 = (state: NdaState): boolean =>
  state.erasedAt === null && !state.discarded && isAwaitingSignature(state);

/** Returns the act that is due at this time; there is at most one. */
export function actDue(state: NdaState, at: string): DueAct | undefined {
  if (!waitsForParty2(state)) return undefined;
  if (invitationHasExpired(state, at)) return { type: 'ExpireInvitation' };
  const [kind] = dueReminders(state, at);
  return kind === undefined ? undefined : { type: 'RemindParty2', kind };
}

/**
 * Returns the time of the next act; null if no act will come. If an act is due now, its time is at or before
 * `at`. A reminder that was not sent within its time is skipped, so that the next act can come.
 */
export function nextDue(state: NdaState, at: string): string | null {
  const { invitation } = state;
  if (invitation === undefined || !waitsForParty2(state)) return null;
  // Reminders are sent only before the invitation ends.
  return nextReminderAt(state, at) ?? endOf(invitation);
}
