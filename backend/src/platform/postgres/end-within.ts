import type { Client } from 'pg';

/**
 * Closes the connection, and cuts it if the server does not answer in time. Never rejects.
 * @param ms milliseconds to wait for the server
 */
export async function endWithin(client: Client, ms: number): Promise<void> {
  // The client waits for the server to close the connection, and a frozen server never does.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } })
    .connection;
  const timer = setTimeout(() => stream.destroy(), ms);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
