import { NOTICE_DAYS, UNSENT_INVITATION_DAYS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import { isOf, withMail, withNotice, without } from './owed-mail-list.js';
import type { NdaState } from './nda.state.js';
import type { AcceptedFor, OwedMail, OwedMails } from './owed-mails.state.js';
import { reminderEnd } from './rules/reminder.js';
import { daysAfter } from './rules/time.js';

/**
 * Mails about signing through a link: the invitation, its reminders, and the notices that the address was
 * corrected or that the invitation ended.
 */

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

/** True for mails that are owed only while Party 2 is expected to sign through a link. */
export const isInviting = ({ kind, undelivered: what }: OwedMail): boolean =>
  kind === 'invitation' || kind === 'reminder' || what === 'invitation' || what === 'reminder';

const waiting = (
  { accepted: all }: OwedMails,
  matches: (one: AcceptedFor) => boolean,
): { waits?: boolean } => (all.some(matches) ? {} : { waits: true });

/**
 * Adds the mail of an invitation. Old invitations, from the time before links were sent by mail, have no
 * `linkId`. No link can be derived for such an invitation, so no mail is owed for it.
 */
export function invited(event: Of<'Party2Invited'>, before: OwedMails, { addresses }: NdaState): OwedMails {
  const { linkId, invitation } = event.open;
  const reset = { ...before, told: [] };
  return linkId === undefined ? reset : withInvitation(reset, event, { invitation, address: addresses });
}

const withInvitation = (before: OwedMails, { id, at }: Recorded<NdaEvent>, to: AcceptedFor): OwedMails =>
  withMail(before, {
    kind: 'invitation',
    party: 2,
    about: id,
    ...to,
    until: daysAfter(at, UNSENT_INVITATION_DAYS),
  });

/**
 * If an invitation is open, adds an invitation mail to the new address and a notice to the old address. The
 * notice is owed only once a mail server is known to have accepted an invitation to the old address. Mails
 * that did not arrive at the old address are no longer a problem.
 */
export function corrected(
  event: Of<'Party2AddressCorrected'>,
  before: OwedMails,
  { invitations }: NdaState,
): OwedMails {
  const { address, tokenHash, linkId } = event.open;
  const rest: OwedMails = { ...without(before, isInviting), told: [] };
  if (tokenHash === null || linkId === undefined) return rest;
  const old = address - 1;
  const waits = waiting(before, (one) => one.address === old);
  const withCorrection = withNotice(rest, event, { kind: 'correction', party: 2, address: old, ...waits });
  return withInvitation(withCorrection, event, { invitation: invitations, address });
}

/**
 * Mails that waited until the invitation was accepted become owed. A notice that an earlier invitation was
 * cancelled is dropped. The recipient of the notice now has a new invitation, and would think that the notice
 * is about the new invitation.
 */
export function accepted(event: Of<'InvitationSent'>, before: OwedMails, { addresses }: NdaState): OwedMails {
  const { invitation, address = addresses } = event.open;
  const isSame = (mail: OwedMail): boolean =>
    mail.address === address && (mail.kind === 'correction' || mail.invitation === invitation);
  const isOver = (mail: OwedMail): boolean =>
    mail.undelivered === 'invitation' ||
    (mail.kind === 'invitation' && isSame(mail)) ||
    (mail.kind === 'cancellation' && mail.address === address && (mail.invitation ?? 0) < invitation);
  const owed = before.owed
    .filter((mail) => !isOver(mail))
    .map((mail) => (mail.waits === true && isSame(mail) ? withoutWait(mail, event.at) : mail));
  return { ...before, owed, accepted: [...before.accepted, { invitation, address }] };
}

const withoutWait = (mail: OwedMail, at: string): OwedMail => ({
  ...mail,
  waits: false,
  until: daysAfter(at, NOTICE_DAYS),
});

/**
 * A new reminder replaces an earlier reminder that was not sent. An automatic reminder is owed only until the
 * next automatic reminder is due.
 */
export function reminded(
  { id: about, at, open }: Of<'ReminderSent'>,
  before: OwedMails,
  { addresses, invitation }: NdaState,
): OwedMails {
  const to = { invitation: open.invitation, address: addresses };
  const isByItself = open.kind !== 'manual' && invitation !== undefined;
  return withMail(without(before, isOf('reminder')), {
    kind: 'reminder',
    party: 2,
    about,
    ...to,
    until: isByItself ? reminderEnd(invitation, open.kind) : daysAfter(at, NOTICE_DAYS),
    ...waiting(before, (one) => one.invitation === to.invitation && one.address === to.address),
  });
}

export function cancelled(
  event: Of<'InvitationCancelled'>,
  before: OwedMails,
  { addresses }: NdaState,
): OwedMails {
  const to = { invitation: event.open.invitation, address: addresses };
  return withNotice(without(before, isInviting), event, {
    kind: 'cancellation',
    party: 2,
    ...to,
    ...waiting(before, (one) => one.invitation === to.invitation && one.address === to.address),
  });
}
