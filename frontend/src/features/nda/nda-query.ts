import type { NdaView } from '@siegel/contracts/nda/view';
import { ApiError, mayHaveHappened } from '../../lib/api-error.js';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

export const ndaKey = (id: string): readonly [string, string] => ['/api/ndas', id];

/** Reads the NDA as its creator sees it. */
export function useNda(id: string): UseQueryResult<NdaView> {
  return useQuery<NdaView>({ queryKey: ndaKey(id) });
}

/**
 * Reads the NDA that this browser was just let into, and caches it. Returns false if the service answers as
 * for an unknown NDA, because the browser did not keep the cookie.
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
 * If a call failed and its outcome is unknown, reads the NDA before the user can act again
 * (rule:same-act-same-answer). Returns undefined if the failure shows that the call had no effect, or if
 * reading the NDA fails as well.
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
