import type { Client } from 'pg';

/**
 * Closes the connection, and cuts it if the server does not answer in time. Never rejects.
 * @param ms milliseconds to wait for the server
 */
export async function endWithin(client: Client, ms: number): Promise<void> {
  // `client.end` waits until the server closes the connection. A frozen server never closes it.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } })
    .connection;
  const timer = setTimeout(() => stream.destroy(), ms);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
