import { ORDER_MAIL_DAYS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { OwedMail } from './owed-mails.state.js';
import type { PaymentSucceeded } from './payment.events.js';
import { daysAfter } from './rules/time.js';

/** An order confirmation among the mails that are owed. */
type OwedOrder = Pick<OwedMail, 'party' | 'about' | 'address' | 'until'> & { readonly kind: 'order' };

/**
 * Whoever paid by card has it confirmed, each payment by itself (rule:order-mail). Party 2 had the link that went to the
 * present address. Version 1 of the event, of before there was such a mail, sealed nothing: undefined.
 * @param addresses how many Party 2 has had
 */
export function orderOf(event: Recorded<PaymentSucceeded>, addresses: number): OwedOrder | undefined {
  const { id: about, at, open, sealed, erased, personal } = event;
  if (sealed === undefined && personal === undefined && !erased) return undefined;
  const to = open.party === 2 ? { address: addresses } : {};
  return { kind: 'order', party: open.party, about, ...to, until: daysAfter(at, ORDER_MAIL_DAYS) };
}

/** It failed: whatever waits for it waits no longer (rule:order-mail-first). */
export const triedOrder = <Mail extends { readonly kind: string; readonly about: string }>(
  owed: readonly Mail[],
  about: string,
): readonly Mail[] =>
  owed.map((mail) => (mail.kind === 'order' && mail.about === about ? { ...mail, tried: true } : mail));
