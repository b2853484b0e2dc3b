import type { MailKind, Party } from '@siegel/contracts/enums';
import { NOTICE_DAYS, UNSENT_INVITATION_DAYS } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import { orderOf, triedOrder } from './order-mail.js';
import { hasBouncedForGood, MAIL_REFUSED } from './rules/delivery-pauses.js';
import { reminderEnd } from './rules/reminder.js';
import { daysAfter } from './rules/time.js';

/**
 * Which mails an NDA's events still owe (rule:events-owe-mails); the document is owed by rules of its own. It is
 * folded here once: the decider's state and the read model's row both keep the result. Pure; times are ISO 8601 UTC.
 */

export type OwedKind = Exclude<MailKind, 'document' | 'withdrawal' | 'digest'>;
/** Mails to Party 2 of which Party 1 is told where they do not arrive. */
export type ReportedKind = 'invitation' | 'reminder' | 'document';

export interface OwedMail {
  readonly kind: OwedKind;
  readonly party: Party;
  /** Id of the event that calls for it. */
  readonly about: string;
  /** Which of Party 2's addresses it goes to; Party 1's is always the present one. */
  readonly address?: number;
  readonly invitation?: number;
  /** Number of the link to continue that it brings. */
  readonly link?: number;
  /** From then on nothing is tried any more. */
  readonly until: string;
  /** Owed only once it is known that a mail server accepted the invitation. */
  readonly waits?: boolean;
  /** It was tried, and is tried again: what comes after it waits no longer (rule:order-mail-first). */
  readonly tried?: boolean;
  /** What did not arrive. */
  readonly undelivered?: ReportedKind;
}

export interface OwedMails {
  readonly owed: readonly OwedMail[];
  /** Which invitation a mail server accepted for which address. */
  readonly accepted: readonly AcceptedFor[];
  /** Of what Party 1 was told for Party 2's present address. */
  readonly told: readonly ReportedKind[];
}

interface AcceptedFor {
  readonly invitation: number;
  readonly address: number;
}

export const OWES_NOTHING: OwedMails = { owed: [], accepted: [], told: [] };

/** As it was before the event. */
export interface OwedBasis {
  /** How many addresses Party 2 has had, and which invitation is the newest. */
  readonly addresses: number;
  readonly invitation: number;
  /** When that invitation expires. */
  readonly expiresAt: string | null;
  readonly awaitsSignature: boolean;
  /** Message ids of mails that went to an earlier address, and of those that bounced for good. */
  readonly outdated: readonly string[];
  readonly bounced: readonly string[];
}

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

const REPORTED: readonly MailKind[] = ['invitation', 'reminder', 'document'] satisfies ReportedKind[];
const isReported = (kind: MailKind): kind is ReportedKind => REPORTED.includes(kind);

/**
 * Which mail to Party 2 does not arrive, of which Party 1 is told; undefined where the event tells of none. Never of
 * mails to Party 1, who could not be told either.
 */
export function undeliveredBy(event: Recorded<NdaEvent>): ReportedKind | undefined {
  if (event.type !== 'MailFailed' && event.type !== 'MailBounced') return undefined;
  const { kind, party, code, permanent } = event.open;
  const isForGood =
    event.type === 'MailFailed' ? code === MAIL_REFUSED : hasBouncedForGood({ code, permanent });
  return isForGood && party === 2 && isReported(kind) ? kind : undefined;
}

export function owedMailsAfter(before: OwedMails, event: Recorded<NdaEvent>, basis: OwedBasis): OwedMails {
  switch (event.type) {
    case 'PaymentSucceeded':
      return withOrder(before, orderOf(event, basis.addresses));
    case 'Party2Invited':
      return invited(before, event, basis);
    case 'Party2AddressCorrected':
      return corrected(before, event, basis);
    case 'InvitationSent':
      return accepted(before, event, basis);
    case 'ReminderSent':
      return reminded(before, event, basis);
    case 'RemindersDeclined':
      return event.open.address === basis.addresses ? without(before, isOf('reminder')) : before;
    case 'InvitationCancelled':
      return cancelled(before, event, basis);
    case 'InvitationExpired':
      return withNotice(without(before, isInviting), event, { kind: 'expiry', party: 1 });
    case 'Party2Signed':
      return without(before, (mail) => isInviting(mail) || mail.kind === 'cancellation');
    case 'SignatureDisputed':
      return event.open.party === 2 ? withNotice(before, event, { kind: 'dispute', party: 1 }) : before;
    case 'ContinueLinkRequested':
      return withMail(before, {
        kind: 'continue',
        party: 1,
        about: event.id,
        link: event.open.number,
        until: event.open.expiresAt,
      });
    case 'CreatorAccessGranted':
      return without(before, ({ kind, link }) => kind === 'continue' && link === event.open.link);
    case 'CreatorAccessEnded':
    case 'Party1AddressCorrected':
      return without(before, isOf('continue'));
    case 'NdaDiscarded':
    case 'NdaErased':
      return { ...before, owed: [] };
    default:
      return told(before, event, basis);
  }
}

/** What is told of mails themselves. */
function told(before: OwedMails, event: Recorded<NdaEvent>, basis: OwedBasis): OwedMails {
  switch (event.type) {
    case 'NoticeSent':
      return without(before, ({ kind, about }) => kind === event.open.notice && about === event.open.about);
    case 'DocumentSent':
      return event.open.party === 2 ? without(before, isProblemOf('document')) : before;
    case 'MailDelivered':
      return event.open.party === 2 && !basis.bounced.includes(event.open.messageId)
        ? without(before, isProblemOf(event.open.kind))
        : before;
    case 'MailFailed':
      return failed(before, event, basis);
    case 'MailBounced':
      return basis.outdated.includes(event.open.messageId) ? before : undelivered(before, event, basis);
    default:
      return before;
  }
}

const isOf =
  (wanted: OwedKind) =>
  ({ kind }: OwedMail): boolean =>
    kind === wanted;
const isProblemOf =
  (wanted: MailKind) =>
  ({ undelivered: kind }: OwedMail): boolean =>
    kind === wanted;
/** Owed only while somebody is to sign through a link. */
const isInviting = ({ kind, undelivered: what }: OwedMail): boolean =>
  kind === 'invitation' || kind === 'reminder' || what === 'invitation' || what === 'reminder';

const without = (before: OwedMails, isOver: (mail: OwedMail) => boolean): OwedMails => ({
  ...before,
  owed: before.owed.filter((mail) => !isOver(mail)),
});
const withMail = (before: OwedMails, mail: OwedMail): OwedMails => ({
  ...before,
  owed: [...before.owed, mail],
});
const withOrder = (before: OwedMails, mail: OwedMail | undefined): OwedMails =>
  mail === undefined ? before : withMail(before, mail);
const withNotice = (
  before: OwedMails,
  { id, at }: Recorded<NdaEvent>,
  mail: Omit<OwedMail, 'about' | 'until'>,
): OwedMails => withMail(before, { ...mail, about: id, until: daysAfter(at, NOTICE_DAYS) });

const waiting = (
  { accepted: all }: OwedMails,
  isMeant: (one: AcceptedFor) => boolean,
): { waits?: boolean } => (all.some(isMeant) ? {} : { waits: true });

/** Those of before there were links in mails have nothing of which a link could be made. */
function invited(before: OwedMails, event: Of<'Party2Invited'>, { addresses }: OwedBasis): OwedMails {
  const { linkId, invitation } = event.open;
  const anew = { ...before, told: [] };
  return linkId === undefined ? anew : withInvitation(anew, event, { invitation, address: addresses });
}

const withInvitation = (before: OwedMails, { id, at }: Recorded<NdaEvent>, to: AcceptedFor): OwedMails =>
  withMail(before, {
    kind: 'invitation',
    party: 2,
    about: id,
    ...to,
    until: daysAfter(at, UNSENT_INVITATION_DAYS),
  });

/** Whoever has an invitation at the old address is told; what did not arrive there is no problem any more. */
function corrected(
  before: OwedMails,
  event: Of<'Party2AddressCorrected'>,
  { invitation }: OwedBasis,
): OwedMails {
  const { address, tokenHash, linkId } = event.open;
  const rest: OwedMails = { ...without(before, isInviting), told: [] };
  if (tokenHash === null || linkId === undefined) return rest;
  const old = address - 1;
  const waits = waiting(before, (one) => one.address === old);
  const told = withNotice(rest, event, { kind: 'correction', party: 2, address: old, ...waits });
  return withInvitation(told, event, { invitation, address });
}

/**
 * What waited for the acceptance is owed from here. That an earlier invitation was withdrawn is not told to whom
 * has a new one: it would be taken for that one.
 */
function accepted(before: OwedMails, event: Of<'InvitationSent'>, { addresses }: OwedBasis): OwedMails {
  const { invitation, address = addresses } = event.open;
  const isSame = (mail: OwedMail): boolean =>
    mail.address === address && (mail.kind === 'correction' || mail.invitation === invitation);
  const isOver = (mail: OwedMail): boolean =>
    mail.undelivered === 'invitation' ||
    (mail.kind === 'invitation' && isSame(mail)) ||
    (mail.kind === 'cancellation' && mail.address === address && (mail.invitation ?? 0) < invitation);
  const owed = before.owed
    .filter((mail) => !isOver(mail))
    .map((mail) => (mail.waits === true && isSame(mail) ? noLonger(mail, event.at) : mail));
  return { ...before, owed, accepted: [...before.accepted, { invitation, address }] };
}

const noLonger = (mail: OwedMail, at: string): OwedMail => ({
  ...mail,
  waits: false,
  until: daysAfter(at, NOTICE_DAYS),
});

/**
 * A later reminder does what an earlier one that did not go out was to do; one that goes out by itself is not owed
 * once the next one is due.
 */
function reminded(
  before: OwedMails,
  { id: about, at, open }: Of<'ReminderSent'>,
  { addresses, expiresAt }: OwedBasis,
): OwedMails {
  const to = { invitation: open.invitation, address: addresses };
  const isByItself = open.kind !== 'manual' && expiresAt !== null;
  return withMail(without(before, isOf('reminder')), {
    kind: 'reminder',
    party: 2,
    about,
    ...to,
    until: isByItself ? reminderEnd({ expiresAt }, open.kind) : daysAfter(at, NOTICE_DAYS),
    ...waiting(before, (one) => one.invitation === to.invitation && one.address === to.address),
  });
}

function cancelled(before: OwedMails, event: Of<'InvitationCancelled'>, { addresses }: OwedBasis): OwedMails {
  const to = { invitation: event.open.invitation, address: addresses };
  return withNotice(without(before, isInviting), event, {
    kind: 'cancellation',
    party: 2,
    ...to,
    ...waiting(before, (one) => one.invitation === to.invitation && one.address === to.address),
  });
}

function failed(before: OwedMails, event: Of<'MailFailed'>, basis: OwedBasis): OwedMails {
  const { kind, about, code } = event.open;
  if (isGivenUp(code)) return without(before, (mail) => mail.kind === kind && mail.about === about);
  if (kind !== 'order') return undelivered(before, event, basis);
  return { ...before, owed: triedOrder(before.owed, about) };
}

/** Once for each kind of mail and address. */
function undelivered(
  before: OwedMails,
  event: Recorded<NdaEvent>,
  { awaitsSignature }: OwedBasis,
): OwedMails {
  const what = undeliveredBy(event);
  if (what === undefined || before.told.includes(what)) return before;
  if (what !== 'document' && !awaitsSignature) return before;
  const mail = { kind: 'delivery-problem', party: 1, undelivered: what } as const;
  return { ...withNotice(before, event, mail), told: [...before.told, what] };
}

/** Until when something of it is tried by itself; null where nothing is. */
export const owedUntil = ({ owed }: OwedMails): string | null =>
  owed
    .filter(({ waits }) => waits !== true)
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;
