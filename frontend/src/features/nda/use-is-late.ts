import { useEffect, useState } from 'react';

/** Milliseconds for which the user is asked to wait for the confirmation of a payment. */
export const CONFIRMING_MS = 30_000;

/**
 * True if an expected event takes longer than `atMost`.
 * @param atMost milliseconds
 */
export function useIsLate(expected: boolean, atMost: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => setOver(true), atMost);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [expected, atMost]);
  return expected && over;
}
