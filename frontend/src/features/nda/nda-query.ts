import { POLL_CLOSED_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { ApiError, mayHaveHappened } from '../../lib/api-error.js';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

export const ndaKey = (id: string): readonly [string, string] => ['/api/ndas', id];

/**
 * Fetches the NDA as its creator may see it. While nothing can be changed in it, polls it, so that the screen
 * goes on once the operator has repaired it.
 */
export function useNda(id: string): UseQueryResult<NdaView> {
  return useQuery<NdaView>({
    queryKey: ndaKey(id),
    refetchInterval: ({ state }) => (isClosed(state.data) ? POLL_CLOSED_MS : false),
  });
}

const isClosed = (nda: NdaView | undefined): boolean => nda !== undefined && nda.untrustedSince !== null;

/**
 * Fetches an NDA to which this browser has just been given access, and caches it. Returns false if the
 * service responds as if the NDA did not exist. This means that the browser did not keep the cookie.
 */
export const opensNda = (client: QueryClient, id: string): Promise<boolean> =>
  client.fetchQuery<NdaView>({ queryKey: ndaKey(id) }).then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && error.status === 404),
  );

export function cacheNda(client: QueryClient, nda: NdaView): void {
  client.setQueryData(ndaKey(nda.id), nda);
}

/**
 * Reads the NDA again, for instance after the server refused a call because somebody else had changed the NDA
 * first. The screen then shows the current state.
 */
export async function refreshNda(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({ queryKey: ndaKey(id) });
}

/**
 * Called when a call has failed. If the call may have had an effect, fetches the NDA before the user can act
 * again (rule:same-act-same-answer). Returns undefined if the call certainly had no effect, or if the NDA
 * cannot be fetched either.
 */
export async function readAfterUnknownOutcome(
  failure: unknown,
  client: QueryClient,
  id: string,
): Promise<NdaView | undefined> {
  if (!mayHaveHappened(failure)) return undefined;
  // Cancel a running poll, because its response may show the state before the call.
  await client.cancelQueries({ queryKey: ndaKey(id) });
  return client.fetchQuery<NdaView>({ queryKey: ndaKey(id), staleTime: 0 }).catch(() => undefined);
}
