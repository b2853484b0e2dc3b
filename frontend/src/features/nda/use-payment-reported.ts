import type { PaymentStatus } from '@siegel/contracts/enums';
import { useState } from 'react';

/**
 * True while the provider has confirmed a payment on this screen and the server has not seen it yet; until
 * then the user is not asked to pay again. It becomes false when the server says that the payment ended
 * without success, and when another payment is ordered: the dialog then reports again. A card that is
 * declined later changes no status, so a user who waits too long may pay again (rule:nobody-pays-twice).
 * @param status of the payment, as the server knows it
 */
export function usePaymentReported(
  status: PaymentStatus | undefined,
): readonly [reported: boolean, report: (pending: boolean) => void] {
  const [reported, setReported] = useState(false);
  const [known, setKnown] = useState(status);
  if (known !== status) {
    setKnown(status);
    if (status !== 'pending' && status !== 'succeeded') setReported(false);
  }
  return [reported, setReported];
}
