import { mailboxOf } from '@siegel/contracts/email-address';
import {
  AUTOMATIC_REMINDERS,
  type AutomaticReminder,
  INVITATION_DAYS,
  REMINDER_DISTANCE_DAYS,
  REMINDER_REPEAT_MS,
} from '@siegel/contracts/limits';
import type { InvitationState, NdaState } from '../nda.state.js';
import { invitationIsOpen } from './invitation.js';
import { daysAfter } from './time.js';

/** Decides when Party 2 is reminded. All pure; times are ISO 8601 UTC. */

const KINDS = Object.keys(AUTOMATIC_REMINDERS) as AutomaticReminder[];

/** True if Party 2 has declined reminders at its present address (rule:declined-reminders-stay-away). */
export const hasDeclinedReminders = ({
  declinedAddresses,
  addresses,
}: Pick<NdaState, 'declinedAddresses' | 'addresses'>): boolean => declinedAddresses.includes(addresses);

/**
 * True if reminders to this mailbox were declined. Each address that is entered for Party 2 gets a new
 * number, so one mailbox may have several numbers. A refusal under any of them counts, even if the capitals
 * of the address have changed or Party 2 had another address since (rule:declined-reminders-stay-away).
 */
export const mailboxHasDeclined = (
  { declinedAddresses, party2Emails }: Pick<NdaState, 'declinedAddresses' | 'party2Emails'>,
  address: string,
): boolean =>
  declinedAddresses.some((number) => {
    const declined = party2Emails[number - 1];
    return declined !== undefined && mailboxOf(declined) === mailboxOf(address);
  });

/** True if the address of Party 2 with this number leads to the same mailbox as Party 2's present address. */
export function isPresentMailbox(
  { addresses, party2Emails }: Pick<NdaState, 'addresses' | 'party2Emails'>,
  address: number,
): boolean {
  if (address === addresses) return true;
  const [one, present] = [party2Emails[address - 1], party2Emails[addresses - 1]];
  return one !== undefined && present !== undefined && mailboxOf(one) === mailboxOf(present);
}

/**
 * Returns the time that is `days` days after the start of the seven days for which the invitation is valid.
 */
const dayOf = ({ expiresAt }: Pick<InvitationState, 'expiresAt'>, days: number): string =>
  daysAfter(expiresAt, days - INVITATION_DAYS);

/**
 * Returns the time from which an automatic reminder is no longer sent. At this time, the next automatic
 * reminder is due or the invitation ends.
 */
export function reminderEnd(invitation: Pick<InvitationState, 'expiresAt'>, kind: AutomaticReminder): string {
  const next = KINDS[KINDS.indexOf(kind) + 1];
  return dayOf(invitation, next === undefined ? INVITATION_DAYS : AUTOMATIC_REMINDERS[next]);
}

/**
 * Returns the time span in which an automatic reminder may be sent. The span begins at least a day after any
 * other mail to Party 2's address, and ends when the next reminder is due (rule:automatic-reminders). Returns
 * undefined if the reminder cannot be sent in this state, for instance because no mail server has accepted
 * the invitation for the present address yet.
 */
export function reminderTime(
  state: NdaState,
  kind: AutomaticReminder,
): { readonly from: string; readonly until: string } | undefined {
  const { invitation, lastMail } = state;
  if (invitation === undefined || invitation.sentAt === null || hasDeclinedReminders(state)) return undefined;
  const until = reminderEnd(invitation, kind);
  const day = dayOf(invitation, AUTOMATIC_REMINDERS[kind]);
  const distant = daysAfter(lastMail?.at ?? invitation.sentAt, REMINDER_DISTANCE_DAYS);
  const from = distant > day ? distant : day;
  return from < until ? { from, until } : undefined;
}

/** True if the time span of an automatic reminder includes `at`. */
export function reminderIsDue(state: NdaState, kind: AutomaticReminder, at: string): boolean {
  const time = reminderTime(state, kind);
  return time !== undefined && at >= time.from && at < time.until;
}

/** Returns the automatic reminders that are due and were not sent; there is at most one. */
export function dueReminders(state: NdaState, at: string): readonly AutomaticReminder[] {
  const { invitation } = state;
  if (invitation === undefined || !invitationIsOpen(state, at)) return [];
  return KINDS.filter(
    (kind) => !invitation.automaticReminders.includes(kind) && reminderIsDue(state, kind, at),
  );
}

/**
 * Returns the time from which the next automatic reminder may be sent; undefined if no reminder is left in
 * this state. Reminders that were already sent, and reminders whose time span has ended, are skipped.
 */
export function nextReminderAt(state: NdaState, at: string): string | undefined {
  const [next] = KINDS.filter((kind) => state.invitation?.automaticReminders.includes(kind) === false)
    .map((kind) => reminderTime(state, kind))
    .flatMap((time) => (time !== undefined && time.until > at ? [time.from] : []))
    .toSorted();
  return next;
}

/**
 * True if the last manual reminder was so recent that a new reminder counts as a repetition of it
 * (rule:three-manual-reminders).
 */
export const isSameReminder = ({ manualReminderAt }: InvitationState, at: string): boolean =>
  manualReminderAt !== null && Date.parse(at) - Date.parse(manualReminderAt) < REMINDER_REPEAT_MS;
