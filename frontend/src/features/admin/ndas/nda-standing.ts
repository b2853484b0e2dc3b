import type { NdaStatus, PaymentStatus } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { StatusTone } from '../../../components/status.js';

/** Every state, in its order. A list of the contracts would lie with what each first view loads. */
const ORDER: Readonly<Record<NdaStatus, number>> = { draft: 0, party1_signed: 1, completed: 2, sent: 3 };
export const STATUSES = Object.keys(ORDER) as NdaStatus[];

/** What the office calls the state of an NDA: of two that both have signed it tells what they wait for. */
export type NdaStanding = Exclude<NdaStatus, 'completed'> | 'paymentDue' | 'sending';

export const STANDING_TONES: Readonly<Record<NdaStanding, StatusTone>> = {
  draft: 'open',
  party1_signed: 'half',
  paymentDue: 'run',
  sending: 'run',
  sent: 'ok',
};

/** (rule:completed-says-what-is-missing) */
export function standingOf({
  status,
  paymentStatus,
}: Pick<NdaView, 'status' | 'paymentStatus'>): NdaStanding {
  if (status !== 'completed') return status;
  return paymentStatus === 'succeeded' ? 'sending' : 'paymentDue';
}

/** Both have signed: there is a document. */
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

/** What came in of both parties; a voucher pays without money. */
export function paymentOf(nda: Paid): NdaPayment {
  if (nda.paymentStatus !== 'succeeded') return { kind: nda.paymentStatus };
  const cents =
    (nda.party1PaymentStatus === 'succeeded' ? (nda.party1PaymentAmount ?? 0) : 0) +
    (nda.party2PaymentStatus === 'succeeded' ? (nda.party2PaymentAmount ?? 0) : 0);
  return cents > 0 ? { kind: 'paid', cents } : { kind: 'voucher' };
}
