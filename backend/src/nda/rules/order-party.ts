import { mailboxOf } from '@siegel/contracts/email-address';
import type { Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/**
 * True if a card or a voucher covered any part of the amount that the party owed. The result stays true even
 * if the money was refunded later.
 */
export const isOrderPaid = ({ payments }: Pick<NdaState, 'payments'>, party: Party): boolean =>
  payments[party].covered > 0;

const addressIn = (event: Recorded<NdaEvent>, party: Party): string | undefined => {
  if (event.type === 'NdaCreated')
    return party === 1 ? event.personal?.party1Email : event.personal?.party2Email;
  if (event.type === 'Party1AddressCorrected') return party === 1 ? event.personal?.party1Email : undefined;
  if (event.type === 'Party2AddressCorrected') return party === 2 ? event.personal?.party2Email : undefined;
  return undefined;
};

/**
 * True if the party of an order has or had this mailbox (rule:withdrawal-receipt). After an erasure no
 * mailbox is known. Pure.
 */
export function hasHadMailbox(
  { state, events }: { readonly state: NdaState; readonly events: readonly Recorded<NdaEvent>[] },
  party: Party,
  address: string,
): boolean {
  if (state.erasedAt !== null) return false;
  const asked = mailboxOf(address);
  return events.some((event) => {
    const had = event.unknown ? undefined : addressIn(event, party);
    return had !== undefined && mailboxOf(had) === asked;
  });
}
