import { Client } from 'pg';
import { v7 } from 'uuid';
import type { EventBytes, EventStore, Subscription } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { type Line, ratioLine } from './report.js';
import { inTurn, perSecond, rate } from './rates.js';

/** Many short rounds rather than few long ones: what else the machine does then meets both sides alike. */
const ROUNDS = 31;
const ROUND_MS = 120;
const WARM_UP_MS = 500;
const REPLAYED = 100_000;
const REPLAYS = 5;
const SUBSCRIBERS = 3;
const STREAM_LENGTH = 20;

/** About 1 kB of JSON, as an event with a small sealed part has. */
const DATA = Buffer.from(
  JSON.stringify({
    open: { type: 'NdaCreated', at: '2026-11-21T03:18:52.000Z' },
    sealed: 'q7Zx'.repeat(240),
  }),
);
const METADATA = Buffer.from(
  JSON.stringify({ actor: 'party1', commandId: v7(), correlationId: v7(), hash: 'ab'.repeat(32) }),
);

/**
 * The event store beside raw `pg` on the same tables and the same server: what the port costs, or saves. Both
 * sides in turn, medians of the rounds.
 */
export async function benchEventStore(url: string): Promise<Line[]> {
  await createRawTable(url);
  const store = await createPostgresEventStore({ url });
  const subscriptions = Array.from({ length: SUBSCRIBERS }, () => liveSubscriber(store));
  const rows: Line[] = [];
  try {
    for (const [callers, limit] of [
      [1, 0.85],
      [16, 1],
      [64, 1],
    ] as const)
      rows.push(await appends(url, store, callers, limit));
    await Promise.all(subscriptions.splice(0).map((subscription) => subscription.stop()));
    await fill(store);
    rows.push(await replay(url, store), await streamRead(url, store));
    return rows;
  } finally {
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await store.close();
  }
}

/** Same columns and indexes as the event store's. */
export async function createRawTable(url: string): Promise<void> {
  const client = await connected(url);
  await client.query('DROP SCHEMA IF EXISTS bench_raw CASCADE; CREATE SCHEMA bench_raw');
  await client.query(`CREATE TABLE bench_raw.events (
    position bigserial PRIMARY KEY, stream text COLLATE "C" NOT NULL, revision integer NOT NULL, id uuid NOT NULL UNIQUE,
    type text COLLATE "C" NOT NULL, data bytea NOT NULL, metadata bytea NOT NULL, UNIQUE (stream, revision))`);
  await client.end();
}

export const liveSubscriber = (store: EventStore): Subscription =>
  store.subscribe({ after: undefined, onBatch: async () => {} });

const event = (): EventBytes => ({ id: v7(), type: 'Benched.v1', data: DATA, metadata: METADATA });

async function appends(url: string, store: EventStore, callers: number, limit: number): Promise<Line> {
  const clients = await Promise.all(Array.from({ length: callers }, () => connected(url)));
  const sides = {
    baseline: (ms: number) => rate(callers, (caller) => rawWriter(clients[caller]), ms),
    siegel: (ms: number) => rate(callers, () => portWriter(store), ms),
  };
  await sides.baseline(WARM_UP_MS);
  await sides.siegel(WARM_UP_MS);
  const rates = await inTurn(ROUNDS, {
    baseline: () => sides.baseline(ROUND_MS),
    siegel: () => sides.siegel(ROUND_MS),
  });
  await Promise.all(clients.map((client) => client.end()));
  const name = `append, ${callers} caller${callers === 1 ? '' : 's'}, ${SUBSCRIBERS} subscribers live`;
  return ratioLine({ name, ...rates, limit, unit: 'events/s' });
}

/** Each caller writes streams of 20 events, one after another. */
export function rawWriter(client: Client | undefined): () => Promise<void> {
  let stream = '';
  let revision = STREAM_LENGTH;
  return async () => {
    if (revision >= STREAM_LENGTH) [stream, revision] = [`bench-${v7()}`, 0];
    await client?.query({
      name: 'raw-append',
      text: 'INSERT INTO bench_raw.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [stream, revision++, v7(), 'Benched.v1', DATA, METADATA],
    });
  };
}

export function portWriter(store: EventStore | undefined): () => Promise<void> {
  let stream = '';
  let revision = STREAM_LENGTH;
  return async () => {
    if (revision >= STREAM_LENGTH) [stream, revision] = [`bench-${v7()}`, 0];
    await store?.append(stream, revision === 0 ? 'no-stream' : revision - 1, [event()]);
    revision += 1;
  };
}

/** Up to 100 000 events, in streams of 20. */
async function fill(store: EventStore): Promise<void> {
  const streams = REPLAYED / STREAM_LENGTH;
  for (let at = 0; at < streams; at += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, streams - at) }, (_, n) =>
        store.append(`replay-${at + n}`, 'no-stream', Array.from({ length: STREAM_LENGTH }, event)),
      ),
    );
  }
}

async function replay(url: string, store: EventStore): Promise<Line> {
  const client = await connected(url);
  const rates = await inTurn(REPLAYS, {
    baseline: () => perSecond(() => replayRaw(client)),
    siegel: () => perSecond(() => replayPort(store)),
  });
  await client.end();
  return ratioLine({ name: 'replay in batches of 500', ...rates, limit: 0.5, unit: 'events/s' });
}

async function replayRaw(client: Client): Promise<number> {
  let count = 0;
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string }>({
      name: 'raw-replay',
      text: 'SELECT position, stream, revision, id, type, data, metadata FROM event_store.events WHERE position > $1 ORDER BY position LIMIT 500',
      values: [after],
    });
    count += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < 500 || count >= REPLAYED) return count;
  }
}

async function replayPort(store: EventStore): Promise<number> {
  let count = 0;
  for await (const batch of store.readAll({ after: undefined })) {
    count += batch.events.length;
    if (count >= REPLAYED) break;
  }
  return count;
}

async function streamRead(url: string, store: EventStore): Promise<Line> {
  const client = await connected(url);
  let next = 0;
  const stream = (): string => `replay-${(next++ * 37) % (REPLAYED / STREAM_LENGTH)}`;
  const readRaw = async (): Promise<void> => {
    const { rows } = await client.query({
      name: 'raw-stream',
      text: 'SELECT position, stream, revision, id, type, data, metadata FROM event_store.events WHERE stream = $1 ORDER BY revision',
      values: [stream()],
    });
    if (rows.length !== STREAM_LENGTH) throw new Error('raw read found another stream');
  };
  const readPort = async (): Promise<void> => {
    const found = await store.readStream(stream());
    if (found.length !== STREAM_LENGTH) throw new Error('the port found another stream');
  };
  const rates = await inTurn(ROUNDS, {
    baseline: () => rate(1, () => readRaw, ROUND_MS),
    siegel: () => rate(1, () => readPort, ROUND_MS),
  });
  await client.end();
  return ratioLine({ name: 'read of a 20-event stream', ...rates, limit: 0.8, unit: 'reads/s' });
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
