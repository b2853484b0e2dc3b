import { isClosable, type MailKind, type ObligationKind, type Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import { refundedOf, undecidedOf } from './money-back.js';
import type { NdaState } from './nda.state.js';
import { mailPauseMs } from './rules/delivery-pauses.js';
import { isDeliverable } from './rules/document.js';
import { invitationIsOwed } from './rules/invitation.js';
import { isIntentOf, openIntents } from './rules/payment.js';

/**
 * What an NDA owes to somebody (rule:obligations). It is folded here once: the decider's state and the read model's
 * row both keep the result. Pure; nothing in it is personal; times are ISO 8601 UTC.
 */

export interface OpenObligation {
  readonly kind: ObligationKind;
  /** Of the event that made it. */
  readonly id: string;
  readonly since: string;
  readonly party: Party | null;
  /** What it is found by elsewhere: the provider's payment or message, or which kind of mail. */
  readonly reference: string | null;
  /** In the smallest unit of the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Failed ones, as far as recorded; with the code of the last one, and when the next is. */
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: string | null;
  /** From then on it is owed no more. */
  readonly until: string | null;
  /** Tells it from all others of the NDA. */
  readonly what: string;
}

export interface Obligations {
  /** In the order in which they were made, those of the service first. */
  readonly open: readonly OpenObligation[];
  /** Ids of those that a person ends and that are ended, whoever or whatever did it. */
  readonly over: readonly string[];
}

export const NO_OBLIGATIONS: Obligations = { open: [], over: [] };

type Owed = Pick<OpenObligation, 'what' | 'kind'> &
  Partial<Pick<OpenObligation, 'id' | 'party' | 'reference' | 'until' | 'amount' | 'currency'>>;

/** @param before as it was before the event @param after as it is with it, but for this */
export function obligationsAfter(
  before: Obligations,
  event: Recorded<NdaEvent>,
  after: NdaState,
): Obligations {
  const service = owedByService(after).map((owed) => {
    const known = before.open.find(({ what }) => what === owed.what);
    return tried(known === undefined ? begun(owed, event) : { ...known, ...owed }, event);
  });
  const persons = [...before.open.filter(({ kind }) => isClosable(kind)), ...madeBy(before, event, after)];
  const open = persons.filter((one) => !isOver(one, event, after));
  const over = persons.filter((one) => !open.includes(one)).map(({ id }) => id);
  const closed = event.type === 'ObligationClosed' ? [event.open.about] : [];
  const ended = [...over, ...closed].filter((id) => !before.over.includes(id));
  return {
    open: [...service, ...open],
    over: [...before.over.filter((id) => !open.some((one) => one.id === id)), ...new Set(ended)],
  };
}

const begun = (owed: Owed, { id, at }: Recorded<NdaEvent>): OpenObligation => ({
  id,
  since: at,
  party: null,
  reference: null,
  amount: null,
  currency: null,
  attempts: 0,
  lastError: null,
  nextTryAt: null,
  until: null,
  ...owed,
});

const DOCUMENT = 'document';

/** What the service works on: it follows from how the NDA stands. */
function owedByService(state: NdaState): readonly Owed[] {
  return [
    ...(invitationIsOwed(state) ? [{ what: 'invite', kind: 'invitation', party: 2 } as const] : []),
    ...mailsOwed(state),
    ...(isDocumentOwed(state)
      ? [{ what: DOCUMENT, kind: 'document', party: onlyOpenRecipient(state) } as const]
      : []),
    ...([1, 2] as const).flatMap((party) => intentsOwed(state, party)),
    ...(state.erasedAt !== null && state.keyDestroyedAt === null
      ? [{ what: 'key', kind: 'key-destruction' } as const]
      : []),
  ];
}

const mailOf = (kind: MailKind, about: string): string => `mail:${kind}:${about}`;

const mailsOwed = ({ owedMails }: NdaState): readonly Owed[] =>
  owedMails.owed
    .filter(({ waits }) => waits !== true)
    .map(({ kind, party, about, until }) => ({
      what: mailOf(kind, about),
      kind: kind === 'invitation' ? 'invitation' : 'mail',
      id: about,
      party,
      reference: kind,
      until,
    }));

/** Its mail was neither accepted nor given up; of older histories DeliveryFailed tells. */
const openRecipients = ({ delivery, mailFailures }: NdaState): readonly Party[] =>
  ([1, 2] as const).filter((party) => {
    const told = mailFailures.find((one) => one.kind === 'document' && one.party === party);
    const code = told?.code ?? delivery.failed[party] ?? null;
    return delivery.sentTo[party] === undefined && !isGivenUp(code);
  });

/** A document that cannot be made stays owed; a mail that was given up is a matter for a person. */
const isDocumentOwed = (state: NdaState): boolean =>
  isDeliverable(state) && (state.delivery.documentHash === null || openRecipients(state).length > 0);

function onlyOpenRecipient(state: NdaState): Party | null {
  const [first, second] = openRecipients(state);
  return state.delivery.documentHash === null || second !== undefined ? null : (first ?? null);
}

/** Asked of the provider, not final, and nobody wants its money any more (rule:unwanted-intents-end). */
function intentsOwed(state: NdaState, party: Party): readonly Owed[] {
  return openIntents(state, party)
    .filter((intent) => !intent.isWanted)
    .map(({ attempt, amount, paymentIntentId }, at, all) => ({
      // Of an attempt that has several, each its own.
      what: `intent:${party}:${attempt}${all[at - 1]?.attempt === attempt ? `:${paymentIntentId}` : ''}`,
      kind: 'intent',
      party,
      reference: paymentIntentId,
      amount,
      currency: CURRENCY,
    }));
}

/** What a person has to end: each is made by an event of its own. */
function madeBy(before: Obligations, event: Recorded<NdaEvent>, after: NdaState): readonly OpenObligation[] {
  const made = (kind: ObligationKind, more: Partial<Owed>): readonly OpenObligation[] => [
    begun({ what: `${kind}:${event.id}`, kind, ...more }, event),
  ];
  switch (event.type) {
    case 'RefundDue': {
      const { party, paymentIntentId: reference, amount, currency } = event.open;
      return made('refund', { party, reference, amount, currency });
    }
    // A refund that fails later is told by a lower total: what it had ended is the same obligation again.
    case 'PaymentRefunded': {
      const { paymentIntentId: reference } = event.open;
      const ended = after.moneyBack.due.filter(
        (due) => due.paymentIntentId === reference && due.isClosed !== true && before.over.includes(due.id),
      );
      const party = payerOf(after, reference);
      return ended.flatMap(({ id, amount, currency }) =>
        made('refund', { what: `refund:${id}`, id, party, reference, amount, currency }),
      );
    }
    case 'PaymentChargedBack': {
      const { paymentIntentId: reference, currency } = event.open;
      const amount = undecidedOf(event.open);
      if (amount === 0) return [];
      return made('chargeback', { party: payerOf(after, reference), reference, amount, currency });
    }
    case 'SignatureDisputed':
      return made('dispute', { party: event.open.party });
    case 'MailBounced':
    case 'MailFailed': {
      const { kind, party, code } = event.open;
      const isLost = event.type === 'MailBounced' || isGivenUp(code);
      const isKnown = before.open.some((one) => isBounceOf(one, kind, party));
      if (!isLost || isKnown || !BOUNCING.includes(kind) || !isProblem(after, kind, party)) return [];
      const reference = event.type === 'MailBounced' ? event.open.messageId : null;
      return made('bounce', { what: bounceOf(kind, party), party, reference }).map((one) => ({
        ...one,
        lastError: code,
      }));
    }
    default:
      return [];
  }
}

const payerOf = (state: NdaState, paymentIntentId: string): Party | null =>
  ([1, 2] as const).find((party) => isIntentOf(state, party, paymentIntentId)) ?? null;

/** Kinds of mail that have to arrive, or somebody has to see to it. */
const BOUNCING: readonly string[] = ['document', 'order'];
const bounceOf = (kind: string, party: Party | null): string => `bounce:${kind}:${party}`;
const isBounceOf = ({ what }: OpenObligation, kind: string, party: Party | null): boolean =>
  what === bounceOf(kind, party);

/**
 * Ended by a person, or without one: a refund by money that was paid back, a chargeback by its outcome or a newer
 * report of it, a bounce by whatever made the mail good, a dispute and a bounce by the erasure, after which there is nothing left to see to.
 */
function isOver(one: OpenObligation, event: Recorded<NdaEvent>, after: NdaState): boolean {
  if (event.type === 'ObligationClosed' && event.open.about === one.id) return true;
  if (one.kind === 'refund')
    return refundedOf(after.moneyBack, one.reference ?? '', one.currency ?? '') >= (one.amount ?? 0);
  // What is told then stands for all disputes of the payment: what is not decided is a newer one.
  if (one.kind === 'chargeback')
    return (
      event.type === 'PaymentChargedBack' &&
      event.open.paymentIntentId === one.reference &&
      event.id !== one.id
    );
  if (after.erasedAt !== null) return true;
  return (
    one.kind === 'bounce' &&
    !BOUNCING.some((kind) => isBounceOf(one, kind, one.party) && isProblem(after, kind, one.party))
  );
}

const isProblem = ({ mail }: NdaState, kind: string, party: Party | null): boolean =>
  mail.problems.some((problem) => problem.kind === kind && problem.party === party);

/** What a failed attempt tells; the sealed document begins its mails anew. */
function tried(one: OpenObligation, event: Recorded<NdaEvent>): OpenObligation {
  if (event.type === 'DocumentSealed' && one.what === DOCUMENT)
    return { ...one, attempts: 0, lastError: null, nextTryAt: null };
  if (event.type === 'MailFailed') {
    const { kind, about, code, attempt, pauseMs } = event.open;
    const what = kind === 'document' ? DOCUMENT : mailOf(kind, about);
    return one.what === what
      ? failed(one, event.at, code, attempt, pauseMs ?? mailPauseMs(code, attempt))
      : one;
  }
  if (event.type !== 'DeliveryFailed' || one.what !== DOCUMENT) return one;
  const { code, attempt, pauseMs } = event.open;
  return failed(one, event.at, code, attempt, pauseMs);
}

const failed = (
  one: OpenObligation,
  at: string,
  code: string,
  attempts: number,
  pauseMs: number | undefined,
): OpenObligation => ({
  ...one,
  attempts,
  lastError: code,
  nextTryAt:
    pauseMs === undefined || isGivenUp(code) ? null : new Date(Date.parse(at) + pauseMs).toISOString(),
});
