import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';

/**
 * Where Party 2's own share stands for whoever reads. `begun`: a payment was opened, here or elsewhere, and nobody
 * knows of its end: it may be paid. `confirming`: the provider has said yes in this very page.
 */
export type ShareState = 'none' | 'due' | 'begun' | 'confirming' | 'paid';

/** @param reported the provider said yes here, and the server did not know of it then */
export function shareState(
  { amountDue, payment }: Pick<RemoteSignatureView, 'amountDue' | 'payment'>,
  reported: boolean,
): ShareState {
  if (payment === null) return 'none';
  if (payment.status === 'succeeded' || amountDue === 0) return 'paid';
  if (reported) return 'confirming';
  return payment.status === 'pending' ? 'begun' : 'due';
}

/** Whether nothing stands between reading and signing. */
export const mayBeSigned = (link: Pick<RemoteSignatureView, 'amountDue'>): boolean => link.amountDue === 0;
