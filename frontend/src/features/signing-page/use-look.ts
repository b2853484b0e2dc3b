import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { linkKey } from './signing-link.js';

/**
 * Looks every two seconds while something is expected, but not for ever.
 * @param atMost milliseconds
 * @returns whether it took longer than that
 */
export function useLook(token: string, expected: boolean, atMost: number): boolean {
  const [over, setOver] = useState(false);
  useQuery<RemoteSignatureView>({
    queryKey: linkKey(token),
    refetchInterval: expected && !over && POLL_FINISH_MS,
  });
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
