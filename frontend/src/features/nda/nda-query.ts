import type { NdaView } from '@siegel/contracts/nda/view';
import { mayHaveHappened } from '../../lib/api-error.js';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

export const ndaKey = (id: string): readonly [string, string] => ['/api/ndas', id];

/** N, as its creator reads it. */
export function useNda(id: string): UseQueryResult<NdaView> {
  return useQuery<NdaView>({ queryKey: ndaKey(id) });
}

export function keepNda(client: QueryClient, nda: NdaView): void {
  client.setQueryData(ndaKey(nda.id), nda);
}

/** After a refusal: somebody else was quicker, show what is so now. */
export async function refreshNda(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({ queryKey: ndaKey(id) });
}

/**
 * After a call whose fate is not known, before it is offered again (rule:same-act-same-answer): the NDA as it is
 * now. Undefined where the failure says that nothing happened, or the NDA cannot be read either.
 */
export async function readAfter(
  failure: unknown,
  client: QueryClient,
  id: string,
): Promise<NdaView | undefined> {
  if (!mayHaveHappened(failure)) return undefined;
  // A look that is under way may be older than the call.
  await client.cancelQueries({ queryKey: ndaKey(id) });
  return client.fetchQuery<NdaView>({ queryKey: ndaKey(id), staleTime: 0 }).catch(() => undefined);
}
