import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { QueryClient } from '@tanstack/react-query';
import { linkKey } from './signing-link.js';

/** A look that is under way may be older than what was just done: it is given up. */
export const endLooks = (client: QueryClient, token: string): Promise<void> =>
  client.cancelQueries({ queryKey: linkKey(token) });

/** What the link opens now; undefined where that cannot be had, which the page then shows by itself. */
export async function lookAgain(
  client: QueryClient,
  token: string,
): Promise<RemoteSignatureView | undefined> {
  await endLooks(client, token);
  return client
    .fetchQuery<RemoteSignatureView>({ queryKey: linkKey(token), staleTime: 0 })
    .catch(() => undefined);
}
