import { isClosable, type MailKind, type Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { isOver, newObligation, obligationsOpenedBy, withAmountLeft } from './obligations-of-persons.js';
import { isTriedByService } from './owed-mail-list.js';
import { mailPauseMs } from './rules/delivery-pauses.js';
import { isDeliverable } from './rules/document.js';
import { invitationIsOwed } from './rules/invitation.js';
import { openIntents } from './rules/payment.js';
import { openRecipients } from './rules/recipients.js';
import type { OpenObligation, Obligations, Owed } from './obligations.state.js';

// The obligations of an NDA (rule:obligations), folded from its events. The service's own obligations follow
// from the state after each event: an owed invitation, mail, document, unwanted intent or key destruction.
// The obligations of persons (refund, chargeback, bounce, dispute) are opened by single events: see
// obligations-of-persons.ts. Pure. Obligations contain nothing personal. Times are ISO 8601 UTC.

/**
 * Returns the obligations after one more event.
 * @param before the obligations before the event
 * @param after the state after the event, except that it still has the obligations from before the event
 */
export function obligationsAfter(
  before: Obligations,
  event: Recorded<NdaEvent>,
  after: NdaState,
): Obligations {
  const service = owedByService(after).map((owed) => {
    const known = before.open.find(({ what }) => what === owed.what);
    return tried(known === undefined ? newObligation(owed, event) : { ...known, ...owed }, event);
  });
  const persons = [
    ...before.open.filter(({ kind }) => isClosable(kind)),
    ...obligationsOpenedBy(event, before, after),
  ].map((one) => withAmountLeft(one, after));
  const open = persons.filter((one) => !isOver(one, event, after));
  const over = persons.filter((one) => !open.includes(one)).map(({ id }) => id);
  const closed = event.type === 'ObligationClosed' ? [event.open.about] : [];
  const ended = [...over, ...closed].filter((id) => !before.over.includes(id));
  return {
    open: [...service, ...open],
    over: [...before.over.filter((id) => !open.some((one) => one.id === id)), ...new Set(ended)],
  };
}

const DOCUMENT = 'document';

/** Returns the obligations that the service works on. They follow from the NDA's state. */
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
  owedMails.owed.filter(isTriedByService).map(({ kind, party, about, until }) => ({
    what: mailOf(kind, about),
    kind: kind === 'invitation' ? 'invitation' : 'mail',
    id: about,
    party,
    reference: kind,
    until,
  }));

/**
 * True while the service owes the document. A document that cannot be made stays owed. A mail that the
 * service gave up is no longer owed by the service. Instead, a person has to deal with it.
 */
const isDocumentOwed = (state: NdaState): boolean =>
  isDeliverable(state) && (state.delivery.documentHash === null || openRecipients(state).length > 0);

function onlyOpenRecipient(state: NdaState): Party | null {
  const [first, second] = openRecipients(state);
  return state.delivery.documentHash === null || second !== undefined ? null : (first ?? null);
}

/**
 * Returns an obligation for each intent that the service has to end. Such an intent was requested from the
 * provider, is unwanted and is not over (rule:unwanted-intents-end).
 */
function intentsOwed(state: NdaState, party: Party): readonly Owed[] {
  return openIntents(state, party)
    .filter((intent) => !intent.isWanted)
    .map(({ attempt, amount, paymentIntentId }, at, all) => ({
      // A further intent of the same attempt gets its own obligation.
      what: `intent:${party}:${attempt}${all[at - 1]?.attempt === attempt ? `:${paymentIntentId}` : ''}`,
      kind: 'intent',
      party,
      reference: paymentIntentId,
      amount,
      currency: CURRENCY,
    }));
}

/**
 * Returns the obligation after the event. If the event records a failed attempt, the obligation gets the
 * number and the code of that attempt. When the document is sealed, attempts are counted from 0 again,
 * because later attempts are attempts to send the document's mails.
 */
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
