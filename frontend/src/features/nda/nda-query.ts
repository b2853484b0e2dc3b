import type { NdaView } from '@siegel/contracts/nda/view';
import { mayHaveHappened } from '../../lib/api-error.js';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

export const ndaKey = (id: string): readonly [string, string] => ['/api/ndas', id];

/** Reads the NDA as its creator sees it. */
export function useNda(id: string): UseQueryResult<NdaView> {
  return useQuery<NdaView>({ queryKey: ndaKey(id) });
}

export function cacheNda(client: QueryClient, nda: NdaView): void {
  client.setQueryData(ndaKey(nda.id), nda);
}

/**
 * Reads the NDA again after a refusal. Somebody else was faster, so the screen must show the current state.
 */
export async function refreshNda(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({ queryKey: ndaKey(id) });
}

/**
 * If the outcome of a call is unknown, reads the NDA before the act is offered again
 * (rule:same-act-same-answer). Undefined if the failure shows that nothing happened, or if the NDA cannot be
 * read either.
 */
export async function readAfterUnknownOutcome(
  failure: unknown,
  client: QueryClient,
  id: string,
): Promise<NdaView | undefined> {
  if (!mayHaveHappened(failure)) return undefined;
  // Cancel a running poll, because its answer may be older than the call.
  await client.cancelQueries({ queryKey: ndaKey(id) });
  return client.fetchQuery<NdaView>({ queryKey: ndaKey(id), staleTime: 0 }).catch(() => undefined);
}
