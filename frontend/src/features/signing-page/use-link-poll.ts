import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { useIsLate } from '../nda/use-is-late.js';
import { linkKey } from './signing-link.js';

/**
 * Polls the state of the link every two seconds while a change is expected, but for no longer than `atMost`.
 * @param atMost milliseconds
 * @returns true once `atMost` has passed without the change
 */
export function useLinkPoll(token: string, expected: boolean, atMost: number): boolean {
  const late = useIsLate(expected, atMost);
  useQuery<RemoteSignatureView>({
    queryKey: linkKey(token),
    refetchInterval: expected && !late && POLL_FINISH_MS,
  });
  return late;
}
