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
 * (rule:order-mail-first).
 */
export const triedOrder = <Mail extends { readonly kind: string; readonly about: string }>(
  owed: readonly Mail[],
  about: string,
): readonly Mail[] =>
  owed.map((mail) => (mail.kind === 'order' && mail.about === about ? { ...mail, tried: true } : mail));
