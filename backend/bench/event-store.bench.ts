import type { Client } from 'pg';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import type { tasks } from './appender.tasks.js';
import { fill, replayed, STREAM_LENGTH, assertCount } from './appending.js';
import type { BenchEnvironment } from './bench-environment.js';
import type { Child } from './child.js';
import { perSecond, rate } from './load.js';
import { type Line, ratioLine } from './report.js';
import { measureInTurn } from './statistics.js';

/**
 * There are many short rounds rather than few long ones, so that other load on the machine slows both sides
 * alike.
 */
const ROUNDS = 21;
const ROUND_MS = 200;
const WARM_UP = 3;
const REPLAYED = 100_000;
const REPLAYS = 5;
/** Numbers of concurrent callers: in one process, and in two. */
const CALLERS = [
  [1, 16, 64],
  [16, 64],
] as const;
/**
 * Minimum ratio to raw `INSERT` transactions. It is lower for a single caller, which shares no commit with
 * other callers.
 */
const LEAST = 1;
const LEAST_ALONE = 0.85;
const COLUMNS = 'position, stream, revision, id, type, data, metadata';

/**
 * Compares the event store with raw `pg` on equal tables of the same server. Both sides take turns, and the
 * printed lines are medians of the rounds. Each process that appends also has live subscribers.
 */
export async function benchEventStore(environment: BenchEnvironment, events = REPLAYED): Promise<Line[]> {
  const lines = await appends(environment);
  await environment.tidy();
  const url = await environment.emptyDatabase('event_store_reads');
  const client = await environment.client(url);
  const store = await createPostgresEventStore({ url });
  try {
    await fill(store, events);
    return [...lines, await replay(client, store, events), await streamRead(client, store, events)];
  } finally {
    await store.close();
  }
}

async function appends(environment: BenchEnvironment): Promise<Line[]> {
  const url = await environment.emptyDatabase('event_store');
  const client = await environment.client(url);
  // This table has the same columns and indexes as the event store's table.
  await client.query(`CREATE SCHEMA bench_raw; CREATE TABLE bench_raw.events (
    position bigserial PRIMARY KEY, stream text COLLATE "C" NOT NULL, revision integer NOT NULL, id uuid NOT NULL UNIQUE,
    type text COLLATE "C" NOT NULL, data bytea NOT NULL, metadata bytea NOT NULL, UNIQUE (stream, revision))`);
  const lines: Line[] = [];
  const appenders: Child<typeof tasks>[] = [];
  for (const counts of CALLERS) {
    const another = environment.child<typeof tasks>('appender');
    await another.ask('start', url);
    appenders.push(another);
    for (const callers of counts) lines.push(await append(appenders, callers));
  }
  return lines;
}

async function append(appenders: readonly Child<typeof tasks>[], callers: number): Promise<Line> {
  const processes = appenders.length;
  const side = (how: 'raw' | 'port') => async (): Promise<number> => {
    const load = { callers: callers / processes, ms: ROUND_MS };
    const rates = await Promise.all(appenders.map((one) => one.ask(how, load)));
    return rates.reduce((sum, one) => sum + one, 0);
  };
  const rates = await measureInTurn(ROUNDS, { baseline: side('raw'), siegel: side('port') }, WARM_UP);
  const limit = callers === 1 ? LEAST_ALONE : LEAST;
  const name = `append, callers: ${callers}, processes: ${processes}`;
  return ratioLine({ name, ...rates, limit, unit: 'events/s' });
}

async function replay(client: Client, store: EventStore, events: number): Promise<Line> {
  const sides = {
    baseline: () => perSecond(async () => assertCount(await readInBatches(client, 500), events)),
    siegel: () => perSecond(() => replayed(store, events)),
  };
  const rates = await measureInTurn(REPLAYS, sides);
  return ratioLine({ name: 'replay in batches of 500', ...rates, limit: 0.5, unit: 'events/s' });
}

/** Reads all rows of the log and does nothing with them. @returns the number of rows */
export async function readInBatches(client: Client, batch: number): Promise<number> {
  let count = 0;
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string }>({
      name: `raw-replay-${batch}`,
      text: `SELECT ${COLUMNS} FROM event_store.events WHERE position > $1 ORDER BY position LIMIT ${batch}`,
      values: [after],
    });
    count += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < batch) return count;
  }
}

async function streamRead(client: Client, store: EventStore, events: number): Promise<Line> {
  let next = 0;
  const reading = (read: (stream: string) => Promise<{ readonly length: number }>) => async () => {
    const found = await read(`replay-${(next++ * 37) % (events / STREAM_LENGTH)}`);
    if (found.length !== STREAM_LENGTH) throw new Error('another stream was found');
  };
  const text = `SELECT ${COLUMNS} FROM event_store.events WHERE stream = $1 ORDER BY revision`;
  const raw = reading(async (one) => (await client.query({ name: 'raw-stream', text, values: [one] })).rows);
  const port = reading((one) => store.readStream(one));
  const rates = await measureInTurn(
    ROUNDS,
    { baseline: () => rate([raw], ROUND_MS), siegel: () => rate([port], ROUND_MS) },
    WARM_UP,
  );
  return ratioLine({ name: 'read of a 20-event stream', ...rates, limit: 0.8, unit: 'reads/s' });
}
