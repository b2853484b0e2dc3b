import type { NdaView } from '@siegel/contracts/nda/view';
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
