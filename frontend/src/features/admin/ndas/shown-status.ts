import type { NdaStatus, PaymentStatus } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { StatusTone } from '../../../components/status.js';

/**
 * Every status, in display order. If the list were in the contracts package, the first view of every page
 * would load it.
 */
const ORDER: Readonly<Record<NdaStatus, number>> = { draft: 0, party1_signed: 1, completed: 2, sent: 3 };
export const STATUSES = Object.keys(ORDER) as NdaStatus[];

/**
 * Status of an NDA on the admin pages. `paymentDue` and `sending` replace `completed`: they say which step is
 * missing between the second signature and the sent document.
 */
export type ShownStatus = Exclude<NdaStatus, 'completed'> | 'paymentDue' | 'sending';

export const STATUS_TONES: Readonly<Record<ShownStatus, StatusTone>> = {
  draft: 'open',
  party1_signed: 'half',
  paymentDue: 'run',
  sending: 'run',
  sent: 'ok',
};

/** Returns the status to show for an NDA (rule:completed-says-what-is-missing). */
export function shownStatusOf({
  status,
  paymentStatus,
}: Pick<NdaView, 'status' | 'paymentStatus'>): ShownStatus {
  if (status !== 'completed') return status;
  return paymentStatus === 'succeeded' ? 'sending' : 'paymentDue';
}

/** True if both parties have signed, so that there is a document. */
export const hasDocument = ({ status }: Pick<NdaView, 'status'>): boolean =>
  status === 'completed' || status === 'sent';

export type NdaPayment =
  | { readonly kind: 'paid'; readonly cents: number }
  | { readonly kind: 'voucher' | Exclude<PaymentStatus, 'succeeded'> };

type Paid = Pick<
  NdaView,
  | 'paymentStatus'
  | 'party1PaymentStatus'
  | 'party1PaymentAmount'
  | 'party2PaymentStatus'
  | 'party2PaymentAmount'
>;

/** Returns the money received from both parties. A voucher brings no money. */
export function paymentOf(nda: Paid): NdaPayment {
  if (nda.paymentStatus !== 'succeeded') return { kind: nda.paymentStatus };
  const cents =
    (nda.party1PaymentStatus === 'succeeded' ? (nda.party1PaymentAmount ?? 0) : 0) +
    (nda.party2PaymentStatus === 'succeeded' ? (nda.party2PaymentAmount ?? 0) : 0);
  return cents > 0 ? { kind: 'paid', cents } : { kind: 'voucher' };
}
