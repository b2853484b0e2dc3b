import { POLL_CLOSED_MS, POLL_REMOTE_MS } from '@siegel/contracts/limits';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useQuery } from '@tanstack/react-query';
import { isClosed } from '../../lib/api-error.js';
import { isDeadLink } from '../links/link-error.js';

export const linkAddress = (token: string): string => `/api/remote-signature/${token}`;
export const linkKey = (token: string): readonly [string, string] => ['/api/remote-signature', token];

/**
 * Reads the NDA that a link opens. Polls it every five seconds until Party 2 has signed, and whenever the
 * user comes back to the tab. While nothing can be changed in the NDA, or as long as no
 * read has succeeded, polls it more rarely. Party 1 may cancel
 * the invitation or correct Party 2's address while this page is open (rule:page-of-a-link-keeps-up).
 */
export function useSigningLink(token: string) {
  return useQuery<RemoteSignatureView>({
    queryKey: linkKey(token),
    refetchInterval: ({ state: { data, error } }) => {
      if (isDeadLink(error)) return false;
      // A read may also fail while the page waits for a repair, so every failure is followed by another read.
      if (isClosed(error) || (error !== null && data === undefined)) return POLL_CLOSED_MS;
      if (data === undefined) return false;
      if (data.untrustedSince !== null) return POLL_CLOSED_MS;
      return data.alreadySigned ? false : POLL_REMOTE_MS;
    },
    refetchOnWindowFocus: 'always',
  });
}
