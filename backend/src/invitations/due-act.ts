import type { ExpireInvitation, RemindParty2 } from '../nda/invitation.commands.js';
import type { NdaState } from '../nda/nda.state.js';
import { endOf, invitationHasExpired, isAwaitingSignature } from '../nda/rules/invitation.js';
import { dueReminders, nextReminderAt } from '../nda/rules/reminder.js';

/** What the clock does to an NDA. All pure; times are ISO 8601 UTC. */

export type DueAct = RemindParty2 | ExpireInvitation;

/** Nothing inviting or reminding after signature, cancellation, expiry and erasure (rule:automatic-reminders). */
const waitsForParty2 = (state: NdaState): boolean =>
  state.erasedAt === null && !state.discarded && isAwaitingSignature(state);

/** The one act whose time has come, as things stand. */
export function actDue(state: NdaState, at: string): DueAct | undefined {
  if (!waitsForParty2(state)) return undefined;
  if (invitationHasExpired(state, at)) return { type: 'ExpireInvitation' };
  const [kind] = dueReminders(state, at);
  return kind === undefined ? undefined : { type: 'RemindParty2', kind };
}

/**
 * When the clock has something to do next: not after `at` where that is so now, and null where nothing is left to
 * do. A reminder whose time passed unsent is no more one of them, so that what comes after it has its turn.
 */
export function nextDue(state: NdaState, at: string): string | null {
  const { invitation } = state;
  if (invitation === undefined || !waitsForParty2(state)) return null;
  // A reminder goes out before the end, or not at all.
  return nextReminderAt(state, at) ?? endOf(invitation);
}
