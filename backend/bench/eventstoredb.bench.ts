import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { v7 } from 'uuid';
import { atMost, type Line } from './report.js';
import type { BenchRow } from './row.js';
import { compared } from './statistics.js';
import type { EventStore } from '@siegel/backend/eventsourcing/event-store/event-store';
import { createEventStoreDbEventStore } from '@siegel/backend/eventsourcing/event-store/eventstoredb/eventstoredb-event-store';
import { ProtocolServer } from '@siegel/backend/eventsourcing/event-store/eventstoredb/testing/protocol-server';

const WARM_UP = 2;
const ROUNDS = WARM_UP + 21;
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
export async function benchEventStoreDb(): Promise<BenchRow[]> {
  return [
    await compare('append, 1 caller', (store, client) => appends(store, client, 1)),
    await compare('append, 16 callers', (store, client) => appends(store, client, 16)),
    await compare('replay', replays),
  ];
}

/**
 * A subscription over a long log, in a process of its own with the server: what is in use at its fullest,
 * beyond that after the first fifth.
 */
export async function benchSubscriptionMemory(): Promise<Line[]> {
  const path = fileURLToPath(
    new URL('../eventsourcing/event-store/eventstoredb/testing/replay.main.js', import.meta.url),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [path, String(FOLLOWED)]);
  const grown = Number(stdout) / 2 ** 20;
  return [
    atMost('EventStoreDB: memory gained over a subscription of 200 000 events', grown, GROWTH_MIB, 'MiB'),
  ];
}

type Round = { readonly siegel: number; readonly baseline: number };

async function compare(
  name: string,
  rounds: (store: EventStore, client: EventStoreDBClient) => Promise<Round[]>,
): Promise<BenchRow> {
  const server = new ProtocolServer();
  await server.start();
  const store = await createEventStoreDbEventStore({ connectionString: server.url });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    const { siegel, baseline, ratio } = compared(await rounds(store, client));
    return {
      name: `EventStoreDB: ${name}, by the bare client`,
      siegel: Math.round(siegel),
      baseline: Math.round(baseline),
      ratio: Math.round(ratio * 100) / 100,
      limit: LIMIT,
      unit: 'events/s',
    };
  } finally {
    await store.close();
    await client.dispose();
    await server.stop();
  }
}

async function appends(store: EventStore, client: EventStoreDBClient, callers: number): Promise<Round[]> {
  const siegel = (): (() => Promise<unknown>) =>
    writer((stream, revision) => store.append(stream, revision < 0 ? 'no-stream' : revision, [newEvent()]));
  const baseline = (): (() => Promise<unknown>) =>
    writer((stream, revision) =>
      client.appendToStream(stream, binaryEvent(newEvent()), {
        expectedRevision: revision < 0 ? 'no_stream' : BigInt(revision),
      }),
    );
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ siegel: await rate(callers, siegel), baseline: await rate(callers, baseline) });
  return rounds.slice(WARM_UP);
}

async function replays(store: EventStore, client: EventStoreDBClient): Promise<Round[]> {
  for (let at = 0; at < REPLAYED; at += 100)
    await store.append(`replay-${at}`, 'no-stream', Array.from({ length: 100 }, newEvent));
  const siegel = async (): Promise<number> => {
    let count = 0;
    for await (const batch of store.readAll({ after: undefined })) count += batch.events.length;
    return count;
  };
  const baseline = async (): Promise<number> => {
    let count = 0;
    for await (const { event } of client.readAll()) if (event?.type === 'Benched.v1') count += 1;
    return count;
  };
  const rounds: Round[] = [];
  for (let round = 0; round < WARM_UP + 7; round++)
    rounds.push({ siegel: await perSecond(siegel), baseline: await perSecond(baseline) });
  return rounds.slice(WARM_UP);
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

async function rate(callers: number, make: () => () => Promise<unknown>): Promise<number> {
  let count = 0;
  const start = performance.now();
  const run = async (): Promise<void> => {
    const once = make();
    while (performance.now() - start < ROUND_MS) {
      await once();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, run));
  return (count * 1000) / (performance.now() - start);
}

async function perSecond(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  if (count !== REPLAYED) throw new Error(`replayed ${count} events of ${REPLAYED}`);
  return (count * 1000) / (performance.now() - start);
}
