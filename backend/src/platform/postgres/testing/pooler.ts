import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** A pooler between clients and PostgreSQL, as PgBouncer is. */
export interface Pooler {
  readonly url: string;
  /**
   * In mode `session`, a client keeps its session until the client disconnects. In mode `transaction`, a
   * client keeps its session until the client's transaction ends. The mode can be changed at any time. The
   * new mode applies to each client as soon as its current transaction ends.
   */
  mode: 'session' | 'transaction';
  /**
   * Names of settings that no client may send when it logs in. PgBouncer refuses all settings that it is not
   * configured to ignore.
   */
  refused: readonly string[];
  close(): Promise<void>;
}

/**
 * A session of the server. The pooler reads and writes the session's socket itself, in place of the client
 * library.
 */
interface Session {
  readonly client: Client;
  readonly socket: Socket;
}

/** Number of bytes at the beginning of a message that hold its type and its length. */
const HEAD = 5;
const READY = 'Z'.charCodeAt(0);
const [QUERY, SYNC, TERMINATE] = ['Q', 'S', 'X'].map((type) => type.charCodeAt(0));
const IDLE = 'I'.charCodeAt(0);

/** Splits a stream of bytes into whole messages of PostgreSQL's protocol. */
function messages(socket: Socket, take: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (!socket.destroyed && rest.length >= HEAD && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1;
      take(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

const message = (type: string, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  );
  const head = Buffer.alloc(HEAD);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** The response to a client that logs in. The pooler does not ask for a password. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  ...Object.entries({
    server_version: '15.0',
    client_encoding: 'UTF8',
    standard_conforming_strings: 'on',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
  }).map(([name, value]) => message('S', name, value)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);

interface PoolerOptions {
  /**
   * The free session that the next client gets. `last` (the default): the session that became free last.
   * `first`: the session that became free first.
   */
  readonly order?: 'last' | 'first';
  /** Maximum number of sessions. A further client waits for a free one. */
  readonly most?: number;
}

/**
 * Starts a pooler that speaks PostgreSQL's protocol. The pooler does not pass on any setting that a client
 * sends when it logs in. PgBouncer does the same with `ignore_startup_parameters`.
 */
export async function startPooler(
  databaseUrl: string,
  mode: Pooler['mode'],
  { order = 'last', most = Number.POSITIVE_INFINITY }: PoolerOptions = {},
): Promise<Pooler> {
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  const all = new Set<Session>();
  const clients = new Set<Socket>();
  const take = async (): Promise<Session> => {
    const next = order === 'last' ? free.pop() : free.shift();
    if (next !== undefined) return next;
    return all.size < most ? open() : new Promise((resolve) => void waiting.push(resolve));
  };
  const giveBack = (session: Session): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  };
  const open = async (): Promise<Session> => {
    const client = new Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    const socket = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
      .stream;
    socket.removeAllListeners('data');
    socket.setNoDelay(true);
    const session = { client, socket };
    all.add(session);
    return session;
  };

  const serve = (socket: Socket): void => {
    clients.add(socket);
    socket.setNoDelay(true);
    let session: Promise<Session> | undefined;
    /** Number of requests whose responses the server has not completed yet. */
    let open = 0;
    const release = ({ socket: server }: Session): void => {
      server.removeAllListeners('data');
      session = undefined;
    };
    const assign = async (): Promise<Session> => {
      const taken = await take();
      taken.socket.on(
        'data',
        messages(taken.socket, (answer) => {
          socket.write(answer);
          if (answer[0] !== READY) return;
          open -= 1;
          if (pooler.mode === 'session' || open > 0 || answer[HEAD] !== IDLE) return;
          release(taken);
          giveBack(taken);
        }),
      );
      return taken;
    };
    let forwarding: Promise<void> = Promise.resolve();
    const forward = messages(socket, (request) => {
      if (request[0] === TERMINATE) return;
      if (request[0] === QUERY || request[0] === SYNC) open += 1;
      forwarding = forwarding.then(async () => {
        session ??= assign();
        (await session).socket.write(request);
      });
    });
    // The first message has no type. It names the user, the database and settings.
    socket.once('data', (login) => {
      const refused = pooler.refused.find((name) => login.includes(`\0${name}\0`));
      if (refused !== undefined) {
        const reason = `Munsupported startup parameter: ${refused}`;
        socket.end(message('E', 'SFATAL', 'VFATAL', 'C08P01', reason, ''));
        return;
      }
      socket.on('data', forward);
      socket.write(WELCOME);
    });
    socket.on('error', () => undefined);
    socket.on('close', async () => {
      clients.delete(socket);
      const left = await session;
      // The session may be in the middle of a transaction, so it is closed and no other client gets it.
      if (left === undefined) return;
      release(left);
      all.delete(left);
      left.socket.destroy();
    });
  };

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  const pooler: Pooler = {
    url,
    mode,
    refused: [],
    close: async () => {
      for (const socket of clients) socket.destroy();
      for (const { socket } of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return pooler;
}
