import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';

/**
 * The state of Party 2's own share on this page.
 * - `begun`: a payment was started on this page or elsewhere, and its result is unknown. The user may still
 * pay.
 * - `confirming`: the provider has confirmed a payment on this page, but the server has not seen it yet.
 */
export type ShareState = 'none' | 'due' | 'begun' | 'confirming' | 'paid';

/**
 * @param reported true if the provider confirmed a payment on this page before the server knew about the
 * payment
 */
export function shareState(
  { amountDue, payment }: Pick<RemoteSignatureView, 'amountDue' | 'payment'>,
  reported: boolean,
): ShareState {
  if (payment === null) return 'none';
  if (payment.status === 'succeeded' || amountDue === 0) return 'paid';
  if (reported) return 'confirming';
  return payment.status === 'pending' ? 'begun' : 'due';
}

/** True if nothing is left to pay before signing. */
export const mayBeSigned = (link: Pick<RemoteSignatureView, 'amountDue'>): boolean => link.amountDue === 0;
