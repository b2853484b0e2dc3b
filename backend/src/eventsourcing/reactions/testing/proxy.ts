import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The URL of the database, with the proxy's host and port. */
  readonly url: string;
  /** Breaks all connections and accepts no new ones. */
  cut(): void;
  /** Accepts all data and sends nothing back, not even the end of a connection, as a frozen server would. */
  freeze(): void;
  /** Number of chunks that were swallowed since `freeze` was called. */
  swallowed(): number;
  /**
   * Number of chunks that arrived on open connections and got no response yet. A response on a connection
   * resets the number for this connection to 0.
   */
  unanswered(): number;
  /**
   * From now on, breaks each connection after it has passed on `bytes` bytes of responses, even in the middle
   * of a response. The server may have executed the request whose response is cut off.
   */
  cutAfter(bytes: number): void;
  mend(): void;
  close(): Promise<void>;
}

/**
 * Breaks a connection at once. A socket on which `end` was already called is destroyed instead of reset,
 * because the operating system would refuse the reset and Node would leave the socket open forever.
 */
export const breakOff = (socket: Socket): Socket =>
  socket.writableEnded ? socket.destroy() : socket.resetAndDestroy();

/** Starts a proxy between a backend and its database. The proxy can make the database unreachable. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let broken = false;
  let frozen = false;
  let swallowed = 0;
  let most = Number.POSITIVE_INFINITY;
  /**
   * Number of bytes that the database has sent on each of the service's connections since `cutAfter` was
   * called.
   */
  const answered = new Map<Socket, number>();
  const unanswered = new Map<Socket, number>();
  /**
   * Passes on the part of a response that is within the limit. If the response exceeds the limit, destroys
   * the connection.
   */
  const pass = (answer: Buffer, socket: Socket): void => {
    const sum = (answered.get(socket) ?? 0) + answer.length;
    answered.set(socket, sum);
    unanswered.delete(socket);
    socket.write(sum > most ? answer.subarray(0, Math.max(0, answer.length - (sum - most))) : answer);
    if (sum > most) socket.destroy();
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (broken) {
      breakOff(socket);
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
        answered.delete(one);
        unanswered.delete(one);
        other.destroy();
      });
      one.on('end', () => void (frozen || other.end()));
    }
    socket.on('data', (asked) => {
      unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
      void (frozen ? (swallowed += 1) : upstream.write(asked));
    });
    upstream.on('data', (answer) => void (frozen || socket.destroyed || pass(answer, socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    broken = true;
    sockets.forEach(breakOff);
  };
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
      .href,
    cut,
    freeze: () => {
      [frozen, swallowed] = [true, 0];
    },
    swallowed: () => swallowed,
    unanswered: () => [...unanswered.values()].reduce((sum, count) => sum + count, 0),
    cutAfter: (bytes) => {
      most = bytes;
      answered.clear();
    },
    mend: () => {
      [broken, frozen, most] = [false, false, Number.POSITIVE_INFINITY];
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
