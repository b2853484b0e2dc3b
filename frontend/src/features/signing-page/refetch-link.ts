import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { QueryClient } from '@tanstack/react-query';
import { linkKey } from './signing-link.js';

/** Cancels a running poll, because its response may show the state before the user's last action. */
export const cancelPolls = (client: QueryClient, token: string): Promise<void> =>
  client.cancelQueries({ queryKey: linkKey(token) });

/**
 * Reads the state of the link again. Returns undefined if this fails. The caller need not report the failure,
 * because the page shows it.
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
