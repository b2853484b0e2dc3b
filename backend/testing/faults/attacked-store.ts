import type { Pool } from 'pg';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import type { LoggedEvent } from '#src/eventsourcing/event-store/eventstoredb/testing/logged-event';
import { ServerLog } from '#src/eventsourcing/event-store/eventstoredb/testing/server-log';
import { type AlteredEvent, alterEvent } from './altered-event.js';

export const STORES = ['PostgreSQL', 'EventStoreDB'] as const;
export type StoreKind = (typeof STORES)[number];

/** An event with the place at which somebody writes it. */
export type PlacedEvent = Omit<UntrustedEvent, 'position'>;

/** An event store whose events somebody changes: a table, or the files of a server. */
export interface AttackedStore {
  /** Environment of a backend on this store. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the server. Undefined if the events are in the database. */
  readonly url: string | undefined;
  /** The log of the server. Undefined if the events are in the database. */
  readonly log: ServerLog | undefined;
  /**
   * Must be called as soon as the service has made its tables.
   * @param database the database of the service, whether or not it has the events
   */
  attach(database: { readonly pool: Pool; readonly url: string }): Promise<void>;
  /** Events of a stream, as they are stored. */
  rows(stream: string): Promise<readonly PlacedEvent[]>;
  /** Removes events. A server itself cannot do that, but somebody who writes its files can. */
  remove(stream: string, ...revisions: readonly number[]): Promise<void>;
  /** Writes an event behind all others of the log. */
  append(event: PlacedEvent): Promise<void>;
  /** Alters a stored event, so that its stream is closed from this event on. */
  alter(stream: string, revision: number): Promise<AlteredEvent>;
  /** Returns the store of a copy of the log. The events of a log in the database are copied with the database. */
  copy(): Promise<AttackedStore>;
  stop(): Promise<void>;
}

export const attackedStore = (kind: StoreKind): Promise<AttackedStore> =>
  kind === 'PostgreSQL' ? Promise.resolve(inPostgres()) : onServer();

function inPostgres(): AttackedStore {
  let attached: Parameters<AttackedStore['attach']>[0] | undefined;
  const database = () => {
    if (attached === undefined) throw new Error('the store has no database yet');
    return attached;
  };
  return {
    env: {},
    url: undefined,
    log: undefined,
    attach: async (to) => {
      attached = to;
      // Somebody who writes rows can drop a constraint.
      await acceptUnmarked(to.pool);
    },
    rows: async (stream) => {
      const store = await createPostgresEventStore({ url: database().url });
      try {
        return await store.readStream(stream);
      } finally {
        await store.close();
      }
    },
    remove: async (stream, ...revisions) => {
      await database().pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = ANY($2)', [
        stream,
        revisions,
      ]);
    },
    append: async ({ stream, revision, id, type, data, metadata }) => {
      await database().pool.query(
        'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
        [stream, revision, id, type, Buffer.from(data), Buffer.from(metadata)],
      );
    },
    alter: (stream, revision) => alterEvent(database().pool, stream, revision),
    copy: () => Promise.resolve(inPostgres()),
    stop: () => Promise.resolve(),
  };
}

async function onServer(log?: ServerLog): Promise<AttackedStore> {
  const server = new ProtocolServer(log === undefined ? {} : { log });
  await server.start();
  const replace = (event: LoggedEvent, by: LoggedEvent): void => {
    server.log.remove(new Set([event]));
    server.log.put(by);
  };
  return {
    env: { EVENT_STORE_URL: server.url },
    url: server.url,
    log: server.log,
    attach: () => Promise.resolve(),
    rows: (stream) => Promise.resolve(server.log.stream(stream)),
    remove: async (stream, ...revisions) => {
      const held = server.log.stream(stream);
      server.log.remove(new Set(held.filter(({ revision }) => revisions.includes(revision))));
    },
    append: async ({ stream, revision, id, type, data, metadata }) => {
      const last = server.log.stream(stream).at(-1)?.revision ?? -1;
      if (revision !== last + 1) throw new Error(`the server would write the event as ${stream}@${last + 1}`);
      server.log.append(stream, last < 0 ? 'no-stream' : last, [
        { id, type, contentType: 'application/json', data, metadata },
      ]);
    },
    alter: async (stream, revision) => {
      const event = server.log.stream(stream).find((one) => one.revision === revision);
      if (event === undefined) throw new Error(`${stream} has no event ${revision}`);
      const altered = { ...event, data: Buffer.concat([event.data, Buffer.from(' ')]) };
      replace(event, altered);
      return { putBack: () => Promise.resolve(replace(altered, event)) };
    },
    copy: () => onServer(new ServerLog(server.log.events)),
    stop: () => server.stop(),
  };
}
