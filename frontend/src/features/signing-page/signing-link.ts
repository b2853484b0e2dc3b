import type { NdaView } from '@siegel/contracts/nda/view';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.js';
import { ApiError } from '../../lib/api-error.js';

export interface SigningLinkView {
  nda: Pick<NdaView, 'ideaTitle' | 'party1Name' | 'party2Name'>;
  alreadySigned: boolean;
}

export function useSigningLink(token: string) {
  return useQuery({
    queryKey: ['/api/remote-signature', token],
    queryFn: ({ signal }) =>
      api.get<SigningLinkView>(`/api/remote-signature/${encodeURIComponent(token)}`, { signal }),
  });
}

/**
 * The link itself is at fault, not the connection: unknown, expired, cancelled, used. A refused token shape
 * (400) is no link either.
 */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}
