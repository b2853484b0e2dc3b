import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { createEventStoreDbEventStore } from '#src/eventsourcing/event-store/eventstoredb/eventstoredb-event-store';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { fill, newEvent, portWriter, replayed, TYPE, assertCount, writer } from './appending.js';
import { perSecond, rate } from './load.js';
import { type Line, ratioLine } from './report.js';
import { measureInTurn } from './statistics.js';

const WARM_UP = 2;
const ROUNDS = 21;
const REPLAYS = 7;
const ROUND_MS = 150;
const REPLAYED = 10_000;
const LIMIT = 0.7;

/**
 * Compares the adapter with the bare client, both against one protocol server in this process. Both sides
 * take turns, and the printed lines are medians of the rounds.
 */
export async function benchEventStoreDb(): Promise<Line[]> {
  return [await onServer(appends), await onServer(replays)];
}

type Store = Awaited<ReturnType<typeof createEventStoreDbEventStore>>;

async function onServer(compare: (store: Store, client: EventStoreDBClient) => Promise<Line>): Promise<Line> {
  const server = new ProtocolServer();
  await server.start();
  const store = await createEventStoreDbEventStore({ connectionString: server.url });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    return await compare(store, client);
  } finally {
    await store.close();
    await client.dispose();
    await server.stop();
  }
}

const lineOf = (name: string, rates: Awaited<ReturnType<typeof measureInTurn>>): Line =>
  ratioLine({
    name: `EventStoreDB: ${name}; baseline: the bare client`,
    ...rates,
    limit: LIMIT,
    unit: 'events/s',
  });

async function appends(store: Store, client: EventStoreDBClient): Promise<Line> {
  const bare = writer((stream, revision) =>
    client.appendToStream(stream, binaryEvent(newEvent()), {
      expectedRevision: revision === 0 ? 'no_stream' : BigInt(revision - 1),
    }),
  );
  const port = portWriter(store);
  const sides = { siegel: () => rate([port], ROUND_MS), baseline: () => rate([bare], ROUND_MS) };
  return lineOf('append, 1 caller', await measureInTurn(ROUNDS, sides, WARM_UP));
}

async function replays(store: Store, client: EventStoreDBClient): Promise<Line> {
  await fill(store, REPLAYED);
  const bare = async (): Promise<number> => {
    let count = 0;
    for await (const { event } of client.readAll()) if (event?.type === TYPE) count += 1;
    return assertCount(count, REPLAYED);
  };
  const sides = {
    siegel: () => perSecond(() => replayed(store, REPLAYED)),
    baseline: () => perSecond(bare),
  };
  return lineOf('replay', await measureInTurn(REPLAYS, sides, WARM_UP));
}
