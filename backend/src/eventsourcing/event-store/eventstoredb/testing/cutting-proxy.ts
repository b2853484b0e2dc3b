import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between a client and a server that was not started by the tests. It can cut the connections that
 * pass through it.
 */
export interface CuttingProxy {
  /** The server's URL, with the proxy's host and port in place of the server's. */
  readonly url: string;
  cut(): void;
  close(): Promise<void>;
}

const SINGLE = /^((?:esdb|kurrentdb):\/\/(?:[^@/]*@)?)([^/?,:]+)(?::(\d+))?(.*)$/;

/**
 * Starts a proxy for the server at this URL. Returns undefined if the URL names a cluster, because the nodes
 * of a cluster send their own addresses to the client, and the client then bypasses a proxy.
 */
export async function cuttingProxy(url: string): Promise<CuttingProxy | undefined> {
  const [, before, host, port, after] = SINGLE.exec(url) ?? [];
  if (before === undefined || host === undefined || after === undefined) return undefined;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port ?? 2113), host);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => (sockets.delete(socket), other.destroy()));
      socket.pipe(other);
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async (): Promise<void> => {
    cut();
    server.close();
    await once(server, 'close');
  };
  return { url: `${before}localhost:${(server.address() as AddressInfo).port}${after}`, cut, close };
}
