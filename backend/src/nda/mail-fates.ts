import type { MailKind, Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { hasBouncedForGood, MAIL_REFUSED } from './rules/delivery-pauses.js';
import { handle, type HandlerPerEvent } from './rules/each-event.js';
import { isAwaitingSignature } from './rules/invitation.js';
import { hasDeclinedReminders } from './rules/reminder.js';
import type { MailProblem, MailFates } from './mail-fates.state.js';

// The fates of an NDA's mails (rule:every-mail-has-a-fate). A failed or bounced mail is a problem. The
// problem is resolved when a mail of the same kind to the same party is accepted or delivered, when the
// address is corrected, or when the invitation ends. Pure; times are ISO 8601 UTC.

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

/** Kinds of mail that are owed only while Party 2 is expected to sign through a link. */
const INVITING: readonly MailKind[] = ['invitation', 'reminder'];

type Step<T extends NdaEvent['type']> = (event: Of<T>, before: MailFates) => MailFates;

const unchanged = (_: unknown, before: MailFates): MailFates => before;
const allInvitingResolved = (_: unknown, before: MailFates): MailFates =>
  INVITING.reduce((fates, kind) => resolved(fates, kind, 2), before);
const noticed: Step<'NoticeSent'> = ({ open: { notice, party, messageId, address } }, before) => {
  // A notice of a correction goes to the earlier address. If the provider accepts the notice, an earlier
  // failure of the notice is resolved. But this says nothing about the current address.
  const rest = notice === 'correction' ? resolved(before, notice, party) : before;
  return accepted(rest, notice, party, messageId, notice !== 'correction' && address === undefined);
};

const STEPS: HandlerPerEvent<[before: MailFates, state: NdaState], MailFates> = {
  NdaCreated: unchanged,
  NdaDiscarded: unchanged,
  Party1Signed: unchanged,
  SigningMadeRemote: unchanged,
  SigningMadeInPerson: unchanged,
  Party2Signed: allInvitingResolved,
  NdaCompleted: unchanged,
  PaymentRequested: unchanged,
  PaymentIntentOpened: unchanged,
  PaymentSucceeded: unchanged,
  PaymentFailed: unchanged,
  VoucherApplied: unchanged,
  PaymentMismatched: unchanged,
  RefundDue: unchanged,
  PaymentRefunded: unchanged,
  PaymentChargedBack: unchanged,
  PaymentConsentGiven: unchanged,
  Party2Invited: unchanged,
  Party2AddressCorrected: (_, before) => corrected(before, 2),
  Party1AddressCorrected: (_, before) => corrected(before, 1),
  InvitationSent: ({ open }, before) =>
    accepted(before, 'invitation', 2, open.messageId, open.address === undefined),
  NoticeSent: noticed,
  InvitationOpened: unchanged,
  ReminderSent: unchanged,
  RemindersDeclined: (_, before) => resolved(before, 'reminder', 2),
  InvitationCancelled: allInvitingResolved,
  InvitationExpired: allInvitingResolved,
  DocumentSealed: unchanged,
  DocumentSent: ({ open }, before) => accepted(before, 'document', open.party, open.messageId),
  DeliveryFailed: failed,
  DocumentTimestamped: unchanged,
  NdaSent: unchanged,
  MailFailed: failed,
  MailDelivered: (event, before) =>
    isOutdated(before, event) || isBounced(before, event)
      ? before
      : resolved(before, event.open.kind, event.open.party),
  MailBounced: (event, before, state) => bounced(failed(event, before, state), event),
  ContinueLinkRequested: unchanged,
  CreatorAccessGranted: unchanged,
  CreatorAccessEnded: unchanged,
  SignatureDisputed: unchanged,
  ObligationClosed: unchanged,
  LegalHoldSet: unchanged,
  LegalHoldLifted: unchanged,
  NdaErased: unchanged,
  NdaKeyDestroyed: unchanged,
};

/** @param state the state before the event */
export const mailFatesAfter = (state: NdaState, event: Recorded<NdaEvent>): MailFates =>
  handle(STEPS, event, state.mail, state) ?? state.mail;

const isOutdated = (
  { outdated }: MailFates,
  { open: { messageId } }: { readonly open: { readonly messageId: string } },
): boolean => outdated.includes(messageId);

/**
 * True if the message bounced permanently. Reports arrive in any order. If a delivery is reported after such
 * a bounce was reported, the delivery happened before the bounce.
 */
export const isBounced = (
  { bounced }: Pick<MailFates, 'bounced'>,
  { open: { messageId } }: { readonly open: { readonly messageId: string } },
): boolean => bounced.includes(messageId);

const bounced = (before: MailFates, { open }: Of<'MailBounced'>): MailFates =>
  hasBouncedForGood(open) ? { ...before, bounced: [...before.bounced, open.messageId] } : before;

/**
 * Returns the problem that an event reports; undefined if the event is not about a mail, or is about a mail
 * to an earlier address.
 */
function problemOf(
  before: MailFates,
  event: Of<'MailFailed'> | Of<'MailBounced'> | Of<'DeliveryFailed'>,
): MailProblem | undefined {
  const { at } = event;
  if (event.type === 'DeliveryFailed') {
    const { stage, party, code } = event.open;
    if (stage !== 'sending' || party === null) return undefined;
    return { kind: 'document', party, code, permanent: code === MAIL_REFUSED || isGivenUp(code), at };
  }
  if (event.type === 'MailBounced' && isOutdated(before, event)) return undefined;
  const { kind, party, code, permanent } = event.open;
  return {
    kind,
    party,
    code,
    permanent,
    at,
    ...(event.type === 'MailFailed' ? { about: event.open.about } : {}),
  };
}

function failed(
  event: Of<'MailFailed'> | Of<'MailBounced'> | Of<'DeliveryFailed'>,
  before: MailFates,
  state: NdaState,
): MailFates {
  const problem = problemOf(before, event);
  if (problem === undefined) return before;
  const { kind, party } = problem;
  const isDeclined = kind === 'reminder' && hasDeclinedReminders(state);
  const isOwed = !INVITING.includes(kind) || (isAwaitingSignature(state) && !isDeclined);
  return isOwed ? { ...before, problems: [...resolved(before, kind, party).problems, problem] } : before;
}

const resolved = (before: MailFates, kind: MailKind, party: Party): MailFates => ({
  ...before,
  problems: before.problems.filter((problem) => problem.kind !== kind || problem.party !== party),
});

function accepted(
  before: MailFates,
  kind: MailKind,
  party: Party,
  messageId: string,
  isPresent = true,
): MailFates {
  if (!isPresent) return { ...before, outdated: [...before.outdated, messageId] };
  const fates = resolved(before, kind, party);
  return { ...fates, accepted: [...fates.accepted, { messageId, party }] };
}

/**
 * After a correction, problems of mails to the earlier address are removed, because they do not concern the
 * new address. The mails count as outdated.
 */
function corrected(before: MailFates, party: Party): MailFates {
  const { problems, accepted, outdated } = before;
  const earlier = accepted.filter((mail) => mail.party === party).map(({ messageId }) => messageId);
  return {
    ...before,
    problems: problems.filter((problem) => problem.party !== party),
    accepted: accepted.filter((mail) => mail.party !== party),
    outdated: [...outdated, ...earlier],
  };
}
