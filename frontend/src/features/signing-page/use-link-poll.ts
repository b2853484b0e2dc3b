import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { useIsLate } from '../nda/use-is-late.js';
import { linkKey } from './signing-link.js';

/**
 * Polls every two seconds while a change is expected, but for a limited time.
 * @param atMost this time, in milliseconds
 * @returns true once the time is over
 */
export function useLinkPoll(token: string, expected: boolean, atMost: number): boolean {
  const late = useIsLate(expected, atMost);
  useQuery<RemoteSignatureView>({
    queryKey: linkKey(token),
    refetchInterval: expected && !late && POLL_FINISH_MS,
  });
  return late;
}
