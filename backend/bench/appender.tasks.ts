import { Client } from 'pg';
import { v7 } from 'uuid';
import type { EventStore, Subscription } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { DATA, METADATA, portWriter, TYPE, writer } from './appending.js';
import { rate } from './load.js';

/** The tasks of a process that appends events, through the port `EventStore` or by raw SQL. */

const SUBSCRIBERS = 3;

export interface Load {
  readonly callers: number;
  readonly ms: number;
}

let url = '';
let store: EventStore | undefined;
let subscriptions: Subscription[] = [];
const clients: Client[] = [];

async function start(databaseUrl: string): Promise<void> {
  url = databaseUrl;
  const opened = await createPostgresEventStore({ url });
  store = opened;
  subscriptions = Array.from({ length: SUBSCRIBERS }, () =>
    opened.subscribe({ after: undefined, onBatch: async () => {} }),
  );
}

const rawWriter = (client: Client): (() => Promise<unknown>) =>
  writer((stream, revision) =>
    client.query({
      name: 'raw-append',
      text: 'INSERT INTO bench_raw.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [stream, revision, v7(), TYPE, DATA, METADATA],
    }),
  );

async function raw({ callers, ms }: Load): Promise<number> {
  while (clients.length < callers) {
    const client = new Client({ connectionString: url });
    await client.connect();
    clients.push(client);
  }
  return rate(clients.slice(0, callers).map(rawWriter), ms);
}

async function port({ callers, ms }: Load): Promise<number> {
  if (store === undefined) throw new Error('not started');
  const opened = store;
  return rate(
    Array.from({ length: callers }, () => portWriter(opened)),
    ms,
  );
}

async function stop(): Promise<void> {
  await Promise.all(subscriptions.map((subscription) => subscription.stop()));
  await Promise.all([store?.close(), ...clients.map((client) => client.end())]);
}

export const tasks = { start, raw, port, stop };
