import type { Party } from '@siegel/contracts/enums';
import { berlinDay } from '@siegel/contracts/formats';
import { ADDRESSES_MAX, DAY_MS } from '@siegel/contracts/limits';
import { priceFor } from '@siegel/contracts/payments/price';
import { cancellationMail } from '../mail/kinds/cancellation.js';
import { continueMail } from '../mail/kinds/continue.js';
import { correctionMail } from '../mail/kinds/correction.js';
import { deliveryProblemMail } from '../mail/kinds/delivery-problem.js';
import { disputeMail } from '../mail/kinds/dispute.js';
import { expiryMail } from '../mail/kinds/expiry.js';
import { invitationMail } from '../mail/kinds/invitation.js';
import type { InvitationMailInput } from '../mail/kinds/invitation-facts.js';
import { type OrderItem, type OrderMailInput, orderMail } from '../mail/kinds/order.js';
import { reminderMail } from '../mail/kinds/reminder.js';
import type { MailSite } from '../mail/mail-site.js';
import type { WrittenMail } from '../mail/written-mail.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent, NdaPersonal, NdaTermsOpen } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import type { OwedKind } from '../nda/owed-mails.state.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { SPAM } from '../nda/rules/delivery-pauses.js';
import { endOnceAccepted, invitationIsOpen } from '../nda/rules/invitation.js';
import { amountDue } from '../nda/rules/price.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import type { DueMail } from './owed-mail.js';

/** Inputs of a mail: the NDA with its personal data, and the object that makes its links. */
export interface WritingBasis {
  readonly state: NdaState;
  readonly terms: NdaTermsOpen;
  readonly personal: NdaPersonal;
  readonly links: Pick<LinkTokens, 'make'>;
  readonly site: MailSite;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/**
 * Writes the mail that an event owes.
 * @throws if the event does not fit the kind of mail
 */
export const writeOwedMail = (basis: WritingBasis, due: DueMail): WrittenMail =>
  WRITERS[due.mail.kind](basis, due);

const WRITERS: { readonly [K in OwedKind]: (basis: WritingBasis, due: DueMail) => WrittenMail } = {
  invitation: (basis) => invitationMail(invitationInput(basis)),
  reminder: (basis) => {
    const input = invitationInput(basis);
    const daysLeft = (Date.parse(berlinDay(input.expiresAt)) - Date.parse(berlinDay(basis.now))) / DAY_MS;
    return reminderMail({ ...input, daysLeft });
  },
  order: (basis, { event }) => orderMail(orderInput(basis, event)),
  cancellation: (basis) =>
    cancellationMail({ ...about(basis), sharePaid: basis.state.payments[2].covered > 0 }),
  correction: (basis) => correctionMail(about(basis)),
  expiry: (basis, { event }) => {
    const { invitation } = basis.state;
    // If the link was opened, the mail must have arrived, even if no acceptance is recorded.
    const undelivered =
      invitation !== undefined && invitation.sentAt === null && invitation.openedAt === null;
    return expiryMail({ ...about(basis), expiredAt: event.at, undelivered, ndaUrl: ndaUrl(basis) });
  },
  dispute: (basis, { event }) =>
    disputeMail({
      ...about(basis),
      signedAt: basis.state.party2?.at ?? event.at,
      disputedAt: event.at,
      ndaUrl: ndaUrl(basis),
    }),
  continue: (basis, { event }) => {
    if (event.type !== 'ContinueLinkRequested') throw new Error('no link was asked for');
    const { linkId, expiresAt } = event.open;
    const { site, links, state, terms } = basis;
    const token = links.make({ purpose: 'continue', ndaId: state.id, about: linkId });
    return continueMail({
      language: terms.language,
      site,
      createdAt: state.createdAt,
      expiresAt,
      continueUrl: `${site.publicUrl}/continue/${token}`,
    });
  },
  'delivery-problem': (basis, { mail, event }) =>
    deliveryProblemMail({
      ...about(basis),
      address: basis.personal.party2Email,
      kind: mail.undelivered ?? 'invitation',
      asSpam: event.type === 'MailBounced' && event.open.code === SPAM,
      canCorrect: invitationIsOpen(basis.state, basis.now) && basis.state.addresses < ADDRESSES_MAX,
      ndaUrl: ndaUrl(basis),
    }),
};

/**
 * Returns the input of the order confirmation. Its language is the language in which the party gave its
 * consent. If no consent was recorded, it is the language of the agreement.
 */
function orderInput(basis: WritingBasis, event: Recorded<NdaEvent>): OrderMailInput {
  if (event.type !== 'PaymentSucceeded') throw new Error('nothing was paid by card');
  const { state, terms, personal, site } = basis;
  const { party, attempt, amount, paymentIntentId, provider } = event.open;
  const consent = state.payments[party].requests[attempt - 1]?.consent ?? null;
  return {
    language: consent?.language ?? terms.language,
    site,
    name: party === 1 ? personal.party1Name : personal.party2Name,
    number: orderNumber(state.id, party),
    item: itemOf(state, party),
    amount,
    isPart: amount !== priceFor(party, state),
    paidAt: event.at,
    cardLastDigits: event.personal?.cardLastDigits ?? null,
    paymentId: paymentIntentId,
    consent,
    sandbox: provider === 'sandbox',
  };
}

/**
 * After a payment, mode and payer cannot change (rule:mode-is-fixed-by-payment-or-invitation). So the current
 * state shows what was ordered.
 */
function itemOf({ mode, party1PaysForBoth }: NdaState, party: Party): OrderItem {
  if (party === 2) return 'share';
  if (mode !== 'remote') return 'sending';
  return party1PaysForBoth ? 'invitingForBoth' : 'inviting';
}

const about = ({ terms, personal, site }: WritingBasis) => ({
  language: terms.language,
  site,
  party1: personal.party1Name,
  party2: personal.party2Name,
  ideaTitle: personal.ideaTitle,
});

const ndaUrl = ({ site, state }: WritingBasis): string => `${site.publicUrl}/nda/${state.id}`;

/**
 * Returns the token with which Party 2 declines reminders. The token always belongs to Party 2's current
 * address, because no other address gets invitations or reminders.
 */
const declineToken = ({ links, state }: WritingBasis): string =>
  links.make({ purpose: 'decline', ndaId: state.id, about: state.addresses });

function invitationInput(basis: WritingBasis): InvitationMailInput {
  const { state, terms, personal, links, site, now } = basis;
  const { invitation, id: ndaId } = state;
  if (invitation === undefined || invitation.linkId === null) throw new Error('there is no link to send');
  const token = links.make({ purpose: 'invitation', ndaId, about: invitation.linkId });
  const decline = declineToken(basis);
  const cents = priceFor(2, { mode: 'remote', party1PaysForBoth: state.party1PaysForBoth });
  return {
    ...about(basis),
    inviter: {
      name: personal.party1Name,
      address: personal.party1Email,
      company: personal.party1Company ?? null,
    },
    recipient: personal.party2Name,
    duration: terms.duration,
    geographicScope: terms.geographicScope,
    share: cents === 0 ? null : { cents, paid: amountDue(state, 2) === 0 },
    // If no mail of this invitation was accepted before and this mail is late, the invitation's days begin
    // with this mail.
    expiresAt: endOnceAccepted(state, now) ?? invitation.expiresAt,
    signUrl: `${site.publicUrl}/sign/${token}`,
    declineUrl: `${site.publicUrl}/reminders/${decline}`,
    oneClickUrl: `${site.publicUrl}/api/reminders/${decline}/decline`,
  };
}
