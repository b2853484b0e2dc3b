import type { MailKind, Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import { orderOf, triedOrder } from './order-mail.js';
import { accepted, cancelled, corrected, invited, isInviting, reminded } from './owed-invitation-mails.js';
import { isOf, withMail, withNotice, without } from './owed-mail-list.js';
import { hasBouncedForGood, MAIL_REFUSED } from './rules/delivery-pauses.js';
import { askedOf, type AskedOfEachEvent } from './rules/each-event.js';

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

export interface AcceptedFor {
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

const isProblemOf =
  (wanted: MailKind) =>
  ({ undelivered: kind }: OwedMail): boolean =>
    kind === wanted;

const unchanged = (_: unknown, before: OwedMails): OwedMails => before;
const nothingMore = (_: unknown, before: OwedMails): OwedMails => ({ ...before, owed: [] });
const nothingToContinue = (_: unknown, before: OwedMails): OwedMails => without(before, isOf('continue'));

function ordered(event: Of<'PaymentSucceeded'>, before: OwedMails, { addresses }: OwedBasis): OwedMails {
  const mail = orderOf(event, addresses);
  return mail === undefined ? before : withMail(before, mail);
}

function failed(event: Of<'MailFailed'>, before: OwedMails, basis: OwedBasis): OwedMails {
  const { kind, about, code } = event.open;
  if (isGivenUp(code)) return without(before, (mail) => mail.kind === kind && mail.about === about);
  if (kind !== 'order') return undelivered(event, before, basis);
  return { ...before, owed: triedOrder(before.owed, about) };
}

/** Once for each kind of mail and address. */
function undelivered(
  event: Recorded<NdaEvent>,
  before: OwedMails,
  { awaitsSignature }: OwedBasis,
): OwedMails {
  const what = undeliveredBy(event);
  if (what === undefined || before.told.includes(what)) return before;
  if (what !== 'document' && !awaitsSignature) return before;
  const mail = { kind: 'delivery-problem', party: 1, undelivered: what } as const;
  return { ...withNotice(before, event, mail), told: [...before.told, what] };
}

const STEPS: AskedOfEachEvent<[before: OwedMails, basis: OwedBasis], OwedMails> = {
  NdaCreated: unchanged,
  NdaDiscarded: nothingMore,
  Party1Signed: unchanged,
  SigningMadeRemote: unchanged,
  SigningMadeInPerson: unchanged,
  Party2Signed: (_, before) => without(before, (mail) => isInviting(mail) || mail.kind === 'cancellation'),
  NdaCompleted: unchanged,
  PaymentRequested: unchanged,
  PaymentIntentOpened: unchanged,
  PaymentSucceeded: ordered,
  PaymentFailed: unchanged,
  VoucherApplied: unchanged,
  PaymentMismatched: unchanged,
  RefundDue: unchanged,
  PaymentRefunded: unchanged,
  PaymentChargedBack: unchanged,
  PaymentConsentGiven: unchanged,
  Party2Invited: invited,
  Party2AddressCorrected: corrected,
  Party1AddressCorrected: nothingToContinue,
  InvitationSent: accepted,
  NoticeSent: ({ open }, before) =>
    without(before, ({ kind, about }) => kind === open.notice && about === open.about),
  InvitationOpened: unchanged,
  ReminderSent: reminded,
  RemindersDeclined: ({ open }, before, { addresses }) =>
    open.address === addresses ? without(before, isOf('reminder')) : before,
  InvitationCancelled: cancelled,
  InvitationExpired: (event, before) =>
    withNotice(without(before, isInviting), event, { kind: 'expiry', party: 1 }),
  DocumentSealed: unchanged,
  DocumentSent: ({ open }, before) => (open.party === 2 ? without(before, isProblemOf('document')) : before),
  DeliveryFailed: unchanged,
  DocumentTimestamped: unchanged,
  NdaSent: unchanged,
  MailFailed: failed,
  MailDelivered: ({ open }, before, { bounced }) =>
    open.party === 2 && !bounced.includes(open.messageId) ? without(before, isProblemOf(open.kind)) : before,
  MailBounced: (event, before, basis) =>
    basis.outdated.includes(event.open.messageId) ? before : undelivered(event, before, basis),
  ContinueLinkRequested: ({ id, open }, before) =>
    withMail(before, { kind: 'continue', party: 1, about: id, link: open.number, until: open.expiresAt }),
  CreatorAccessGranted: ({ open }, before) =>
    without(before, ({ kind, link }) => kind === 'continue' && link === open.link),
  CreatorAccessEnded: nothingToContinue,
  SignatureDisputed: (event, before) =>
    event.open.party === 2 ? withNotice(before, event, { kind: 'dispute', party: 1 }) : before,
  ObligationClosed: unchanged,
  LegalHoldSet: unchanged,
  LegalHoldLifted: unchanged,
  NdaErased: nothingMore,
  NdaKeyDestroyed: unchanged,
};

/** What is owed after one more event. */
export const owedMailsAfter = (before: OwedMails, event: Recorded<NdaEvent>, basis: OwedBasis): OwedMails =>
  askedOf(STEPS, event, before, basis) ?? before;

/** Until when something of it is tried by itself; null where nothing is. */
export const owedUntil = ({ owed }: OwedMails): string | null =>
  owed
    .filter(({ waits }) => waits !== true)
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;
