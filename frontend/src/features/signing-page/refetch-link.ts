import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { QueryClient } from '@tanstack/react-query';
import { linkKey } from './signing-link.js';

/** Cancels a running poll, because its answer may be older than the act that has just happened. */
export const cancelPolls = (client: QueryClient, token: string): Promise<void> =>
  client.cancelQueries({ queryKey: linkKey(token) });

/**
 * Reads the state of the link again. Undefined if it cannot be read. The page then shows that failure by
 * itself.
 */
export async function refetchLink(
  client: QueryClient,
  token: string,
): Promise<RemoteSignatureView | undefined> {
  await cancelPolls(client, token);
  return client
    .fetchQuery<RemoteSignatureView>({ queryKey: linkKey(token), staleTime: 0 })
    .catch(() => undefined);
}
