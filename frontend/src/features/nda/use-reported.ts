import type { PaymentStatus } from '@siegel/contracts/enums';
import { useState } from 'react';

/**
 * Whether the provider has said yes on this very screen: until the server has seen it, nobody is asked to pay again. It
 * ends with a payment of which the server says that it came to nothing, and with another order: what follows then is told
 * anew. A card that was declined later changes no status: whoever waits too long may pay again (rule:nobody-pays-twice).
 * @param status as the server knows it
 */
export function useReported(
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
