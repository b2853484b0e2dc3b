import { ORDER_MAIL_DAYS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { OwedMail } from './owed-mails.state.js';
import type { PaymentSucceeded } from './payment.events.js';
import { daysAfter } from './rules/time.js';

/** An order confirmation that is owed. */
type OwedOrder = Pick<OwedMail, 'party' | 'about' | 'address' | 'until'> & { readonly kind: 'order' };

/**
 * Returns the order confirmation that is owed for a payment by card. Each payment gets one confirmation
 * (rule:order-mail). A confirmation to Party 2 goes to the current address, because Party 2 paid through the
 * link that was sent there. Undefined for version 1 of the event, because order confirmations did not exist
 * at that time. An event of version 1 has no sealed part.
 * @param addresses number of addresses that Party 2 has had
 */
export function orderOf(event: Recorded<PaymentSucceeded>, addresses: number): OwedOrder | undefined {
  const { id: about, at, open, sealed, erased, personal } = event;
  if (sealed === undefined && personal === undefined && !erased) return undefined;
  const to = open.party === 2 ? { address: addresses } : {};
  return { kind: 'order', party: open.party, about, ...to, until: daysAfter(at, ORDER_MAIL_DAYS) };
}

/**
 * Marks a failed order confirmation as tried, so that other mails no longer wait for it
 * (rule:order-mail-first). The service will try again.
 * @param at time of the failure
 */
export const triedOrder = (owed: readonly OwedMail[], about: string, at: string): readonly OwedMail[] =>
  owed.map((mail) => (isOrder(mail, about) ? { ...revived(mail, at), tried: true } : mail));

/**
 * Marks an order confirmation that the service gave up. It stays owed, so that the service tries again when
 * a person asks for it (rule:send-again-is-safe).
 */
export const givenUpOrder = (owed: readonly OwedMail[], about: string): readonly OwedMail[] =>
  owed.map((mail) => (isOrder(mail, about) ? { ...mail, tried: true, givenUp: true } : mail));

/**
 * Returns the owed mails after Party 1's address was corrected. The new address has refused nothing, so the
 * service tries again to send the order confirmations that it gave up.
 * @param at time of the correction
 */
export const revivedOrders = (owed: readonly OwedMail[], at: string): readonly OwedMail[] =>
  owed.map((mail) => (mail.party === 1 ? revived(mail, at) : mail));

const isOrder = ({ kind, about }: OwedMail, wanted: string): boolean => kind === 'order' && about === wanted;

function revived(mail: OwedMail, at: string): OwedMail {
  const { givenUp = false, ...rest } = mail;
  return givenUp ? { ...rest, until: daysAfter(at, ORDER_MAIL_DAYS) } : mail;
}
