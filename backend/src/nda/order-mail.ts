import { ORDER_MAIL_DAYS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { OwedMail } from './owed-mails.state.js';
import type { PaymentSucceeded } from './payment.events.js';
import { daysAfter } from './rules/time.js';

/** An order confirmation among the mails that are owed. */
type OwedOrder = Pick<OwedMail, 'party' | 'about' | 'address' | 'until'> & { readonly kind: 'order' };

/**
 * The order confirmation that a payment by card owes, one per payment (rule:order-mail). Party 2 paid through
 * the link that was sent to the present address. Undefined for version 1 of the event, from before there was
 * such a mail: it has no sealed part.
 * @param addresses how many addresses Party 2 has had
 */
export function orderOf(event: Recorded<PaymentSucceeded>, addresses: number): OwedOrder | undefined {
  const { id: about, at, open, sealed, erased, personal } = event;
  if (sealed === undefined && personal === undefined && !erased) return undefined;
  const to = open.party === 2 ? { address: addresses } : {};
  return { kind: 'order', party: open.party, about, ...to, until: daysAfter(at, ORDER_MAIL_DAYS) };
}

/** Marks a failed order confirmation as tried: other mails wait for it no longer (rule:order-mail-first). */
export const triedOrder = <Mail extends { readonly kind: string; readonly about: string }>(
  owed: readonly Mail[],
  about: string,
): readonly Mail[] =>
  owed.map((mail) => (mail.kind === 'order' && mail.about === about ? { ...mail, tried: true } : mail));
