import type { PaymentStatus } from '@siegel/contracts/enums';
import { useState } from 'react';

/**
 * `reported` is true while the provider has confirmed a payment on this screen and the server has not seen
 * that payment yet. While it is true, the user is not asked to pay again. `reported` becomes false when the
 * server says that the payment ended without success. It also becomes false when the user orders another
 * payment, because the dialog then calls `report(false)`. If the card is declined later, the status on the
 * server does not change. So a user who has waited too long may pay again (rule:nobody-pays-twice).
 * @param status the payment's status on the server
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
