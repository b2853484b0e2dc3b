import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The database's url, by way of the proxy. */
  readonly url: string;
  /** Breaks all connections and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Stands between a backend and its database, which can so be taken away from it. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let broken = false;
  const server = createServer((socket) => {
    if (broken) {
      socket.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    broken = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
      .href,
    cut,
    mend: () => {
      broken = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
