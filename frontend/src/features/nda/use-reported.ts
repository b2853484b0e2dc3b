import type { PaymentStatus } from '@siegel/contracts/enums';
import { useState } from 'react';

/**
 * Whether the provider has said yes on this very screen: until the server has seen it, nobody is asked to pay again. A
 * payment that then came to nothing may be made anew.
 * @param status as the server knows it
 */
export function useReported(
  status: PaymentStatus | undefined,
): readonly [reported: boolean, report: () => void] {
  const [reported, setReported] = useState(false);
  const [known, setKnown] = useState(status);
  if (known !== status) {
    setKnown(status);
    if (status !== 'pending' && status !== 'succeeded') setReported(false);
  }
  return [reported, () => setReported(true)];
}
