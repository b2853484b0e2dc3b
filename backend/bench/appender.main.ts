import { Client } from 'pg';
import type { EventStore, Subscription } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { answer } from './child.js';
import { liveSubscriber, portWriter, rawWriter } from './event-store.bench.js';
import { rate } from './rates.js';

/** One of several processes that append at the same time, through the port or by hand. */

export interface Load {
  readonly callers: number;
  readonly ms: number;
}

let url = '';
let store: EventStore | undefined;
let subscriptions: Subscription[] = [];
const clients: Client[] = [];

async function start(options: { url: string }): Promise<void> {
  url = options.url;
  const opened = await createPostgresEventStore({ url });
  store = opened;
  subscriptions = [opened, opened].map((one) => liveSubscriber(one));
}

async function raw({ callers, ms }: Load): Promise<number> {
  while (clients.length < callers) {
    const client = new Client({ connectionString: url });
    await client.connect();
    clients.push(client);
  }
  return rate(callers, (caller) => rawWriter(clients[caller]), ms);
}

const port = ({ callers, ms }: Load): Promise<number> => rate(callers, () => portWriter(store), ms);

async function stop(): Promise<void> {
  await Promise.all(subscriptions.map((subscription) => subscription.stop()));
  await Promise.all([store?.close(), ...clients.map((client) => client.end())]);
}

answer({ start, raw, port, stop });
