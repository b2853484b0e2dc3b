import { useEffect, useState } from 'react';

/** Milliseconds after which the user need not wait here any longer for a payment to be confirmed. */
export const CONFIRMING_MS = 30_000;

/**
 * True if an expected event takes longer than it should.
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
