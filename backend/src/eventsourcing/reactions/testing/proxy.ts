import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The database's url, by way of the proxy. */
  readonly url: string;
  /** Breaks all connections and takes no new ones. */
  cut(): void;
  /** Takes everything and answers nothing, not even a farewell, as a server that is stopped in its tracks. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Stands between a backend and its database, which can so be taken away from it. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let broken = false;
  let frozen = false;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (broken) {
      socket.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
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
      one.on('data', (chunk) => void (frozen || other.write(chunk)));
      one.on('end', () => void (frozen || other.end()));
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
    freeze: () => {
      frozen = true;
    },
    mend: () => {
      [broken, frozen] = [false, false];
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
