import type { Client } from 'pg';

/**
 * Takes leave of the server, and of one that does not answer in time without its leave. Never rejects.
 * @param ms milliseconds
 */
export async function endWithin(client: Client, ms: number): Promise<void> {
  // The client waits for the server to close the connection, which one that is frozen never does.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } })
    .connection;
  const timer = setTimeout(() => stream.destroy(), ms);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
