import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { v7 } from 'uuid';
import { inTurn, perSecond, rate } from './rates.js';
import { atMost, type Line, ratioLine } from './report.js';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { createEventStoreDbEventStore } from '#src/eventsourcing/event-store/eventstoredb/eventstoredb-event-store';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';

const WARM_UP = 2;
const ROUNDS = 21;
const REPLAYS = 7;
const ROUND_MS = 150;
const REPLAYED = 10_000;
const STREAM_LENGTH = 20;
const LIMIT = 0.7;
const FOLLOWED = 200_000;
const GROWTH_MIB = 8;

const DATA = new Uint8Array(
  Buffer.from(JSON.stringify({ open: { type: 'NdaCreated' }, sealed: 'q7Zx'.repeat(240) })),
);
const METADATA = new Uint8Array(
  Buffer.from(JSON.stringify({ actor: 'party1', commandId: v7(), hash: 'ab'.repeat(32) })),
);

const newEvent = () => ({ id: v7(), type: 'Benched.v1', data: DATA, metadata: METADATA });

/**
 * The adapter beside the bare client, both against one protocol server in this process. In turn, medians of
 * the rounds.
 */
export async function benchEventStoreDb(): Promise<Line[]> {
  return [
    await compare('append, 1 caller', appends),
    await compare('replay', replays),
    await benchSubscriptionMemory(),
  ];
}

/**
 * A subscription over a long log, in a process of its own with the server: what is in use at its fullest,
 * beyond that after the first fifth.
 */
async function benchSubscriptionMemory(): Promise<Line> {
  const path = fileURLToPath(
    new URL('../eventsourcing/event-store/eventstoredb/testing/replay.main.js', import.meta.url),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [path, String(FOLLOWED)]);
  const grown = Number(stdout) / 2 ** 20;
  return atMost(
    'EventStoreDB: memory gained over a subscription of 200 000 events',
    grown,
    GROWTH_MIB,
    'MiB',
  );
}

type Rates = Awaited<ReturnType<typeof inTurn>>;

async function compare(
  name: string,
  rates: (store: EventStore, client: EventStoreDBClient) => Promise<Rates>,
): Promise<Line> {
  const server = new ProtocolServer();
  await server.start();
  const store = await createEventStoreDbEventStore({ connectionString: server.url });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    return ratioLine({
      name: `EventStoreDB: ${name}, by the bare client`,
      ...(await rates(store, client)),
      limit: LIMIT,
      unit: 'events/s',
    });
  } finally {
    await store.close();
    await client.dispose();
    await server.stop();
  }
}

function appends(store: EventStore, client: EventStoreDBClient): Promise<Rates> {
  const siegel = (): (() => Promise<unknown>) =>
    writer((stream, revision) => store.append(stream, revision < 0 ? 'no-stream' : revision, [newEvent()]));
  const baseline = (): (() => Promise<unknown>) =>
    writer((stream, revision) =>
      client.appendToStream(stream, binaryEvent(newEvent()), {
        expectedRevision: revision < 0 ? 'no_stream' : BigInt(revision),
      }),
    );
  const sides = {
    siegel: () => rate(1, siegel, ROUND_MS),
    baseline: () => rate(1, baseline, ROUND_MS),
  };
  return inTurn(ROUNDS, sides, WARM_UP);
}

async function replays(store: EventStore, client: EventStoreDBClient): Promise<Rates> {
  for (let at = 0; at < REPLAYED; at += 100)
    await store.append(`replay-${at}`, 'no-stream', Array.from({ length: 100 }, newEvent));
  const siegel = async (): Promise<number> => {
    let count = 0;
    for await (const batch of store.readAll({ after: undefined })) count += batch.events.length;
    return whole(count);
  };
  const baseline = async (): Promise<number> => {
    let count = 0;
    for await (const { event } of client.readAll()) if (event?.type === 'Benched.v1') count += 1;
    return whole(count);
  };
  const sides = { siegel: () => perSecond(siegel), baseline: () => perSecond(baseline) };
  return inTurn(REPLAYS, sides, WARM_UP);
}

function whole(count: number): number {
  if (count !== REPLAYED) throw new Error(`replayed ${count} events of ${REPLAYED}`);
  return count;
}

/** Writes streams of 20 events, one after another. */
function writer(append: (stream: string, revision: number) => Promise<unknown>): () => Promise<unknown> {
  let stream = '';
  let next = STREAM_LENGTH;
  return () => {
    if (next >= STREAM_LENGTH) [stream, next] = [`bench-${v7()}`, 0];
    return append(stream, next++ - 1);
  };
}
