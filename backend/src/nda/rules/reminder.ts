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

/** When Party 2 is reminded. All pure; times are ISO 8601 UTC. */

const KINDS = Object.keys(AUTOMATIC_REMINDERS) as AutomaticReminder[];

/** The present address of Party 2 is to get none (rule:declined-reminders-stay-away). */
export const hasDeclinedReminders = ({
  declinedAddresses,
  addresses,
}: Pick<NdaState, 'declinedAddresses' | 'addresses'>): boolean => declinedAddresses.includes(addresses);

/**
 * Whether the mailbox of an address has declined them under any number that it had: capitals, or the way back from
 * another address, make it nobody else (rule:declined-reminders-stay-away).
 */
export const mailboxHasDeclined = (
  { declinedAddresses, party2Emails }: Pick<NdaState, 'declinedAddresses' | 'party2Emails'>,
  address: string,
): boolean =>
  declinedAddresses.some((number) => {
    const declined = party2Emails[number - 1];
    return declined !== undefined && mailboxOf(declined) === mailboxOf(address);
  });

/** Whether what went to Party 2's address of this number went to the mailbox that is its present one. */
export function isPresentMailbox(
  { addresses, party2Emails }: Pick<NdaState, 'addresses' | 'party2Emails'>,
  address: number,
): boolean {
  if (address === addresses) return true;
  const [one, present] = [party2Emails[address - 1], party2Emails[addresses - 1]];
  return one !== undefined && present !== undefined && mailboxOf(one) === mailboxOf(present);
}

/** Counted from the beginning of the invitation's days. */
const dayOf = ({ expiresAt }: Pick<InvitationState, 'expiresAt'>, days: number): string =>
  daysAfter(expiresAt, days - INVITATION_DAYS);

/** When the next one is due, from which on an automatic reminder does not go out any more. */
export function reminderEnd(invitation: Pick<InvitationState, 'expiresAt'>, kind: AutomaticReminder): string {
  const next = KINDS[KINDS.indexOf(kind) + 1];
  return dayOf(invitation, next === undefined ? INVITATION_DAYS : AUTOMATIC_REMINDERS[next]);
}

/**
 * When an automatic reminder goes out and until when, as things stand: at least a day after anything else was
 * sent to the address, and not once the next one is due (rule:automatic-reminders). Undefined where it does not
 * go out at all: none does while no mail server has accepted the invitation for the present address.
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

/** Whether the time of an automatic reminder has come and is not over. */
export function reminderIsDue(state: NdaState, kind: AutomaticReminder, at: string): boolean {
  const time = reminderTime(state, kind);
  return time !== undefined && at >= time.from && at < time.until;
}

/** Automatic reminders whose time has come and that were not sent: at most one. */
export function dueReminders(state: NdaState, at: string): readonly AutomaticReminder[] {
  const { invitation } = state;
  if (invitation === undefined || !invitationIsOpen(state, at)) return [];
  return KINDS.filter(
    (kind) => !invitation.automaticReminders.includes(kind) && reminderIsDue(state, kind, at),
  );
}

/**
 * When the next automatic reminder goes out that was not sent and whose time is not over; undefined where none
 * will, as things stand.
 */
export function nextReminderAt(state: NdaState, at: string): string | undefined {
  const [next] = KINDS.filter((kind) => state.invitation?.automaticReminders.includes(kind) === false)
    .map((kind) => reminderTime(state, kind))
    .flatMap((time) => (time !== undefined && time.until > at ? [time.from] : []))
    .toSorted();
  return next;
}

/** Somebody pressed twice (rule:three-manual-reminders). */
export const isSameReminder = ({ manualReminderAt }: InvitationState, at: string): boolean =>
  manualReminderAt !== null && Date.parse(at) - Date.parse(manualReminderAt) < REMINDER_REPEAT_MS;
