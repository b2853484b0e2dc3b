import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../../../platform/embedded-postgres/free-port.js';
import { createTestDatabase } from '../../../../platform/postgres/testing/test-database.js';
import type { EventStore } from '../../event-store.js';
import { GONE } from '../../testing/contract-parts.js';
import type { StoreUnderTest } from '../../testing/store-under-test.js';
import { createPostgresEventStore } from '../postgres-event-store.js';

export const TROUBLES_OF_A_DATABASE = [GONE];

/** Opens a store in a database of its own, behind a proxy that can be closed. */
export async function storeBehindProxy(): Promise<StoreUnderTest> {
  const database = await createTestDatabase();
  const way = await startProxy(database.url);
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createPostgresEventStore({ url: way.url });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: async () => {
      await database.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    },
    slowDown: async () => {
      await database.pool.query(`
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(random() * 0.03); RETURN NULL; END $$;
        CREATE TRIGGER dawdle AFTER INSERT ON event_store.events EXECUTE FUNCTION dawdle();`);
    },
    trouble: async () => {
      await way.close();
      return () => way.open();
    },
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await way.close();
      await database.drop();
    },
  };
}

/** Starts a proxy in front of the database. It can be closed and opened again. */
async function startProxy(
  target: string,
): Promise<{ url: string; open(): Promise<void>; close(): Promise<void> }> {
  const to = Number(new URL(target).port);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    server = createServer((incoming) => {
      const outgoing = connect({ port: to, host: '127.0.0.1' });
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  await open();
  return { url: Object.assign(new URL(target), { port: String(port) }).href, open, close };
}
