import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Client, Pool } from 'pg';
import { v7 } from 'uuid';
import { WRITERS } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import type { ActLoad } from './acts-at-rate.js';
import { undisturbed } from './agreements.js';
import { runAtRate } from './load.js';

/**
 * The service's baselines. Each baseline is the smallest hand-written code that does the same as the service.
 * Each baseline runs in its own process.
 */

const CHANNEL = 'bench_bare';
/** About as large as an event of an agreement. */
const DATA = Buffer.alloc(900, 'x');

const app = fastify();
/** A trace collector that accepts everything and reads nothing. */
const collector = createServer((request, response) => {
  request.resume().once('end', () => response.end('{}'));
});
let pool: Pool | undefined;
let listener: Client | undefined;
let seen: number[] = [];

/** Serves an agreement's row as JSON, using only Fastify and one SELECT by primary key. @returns the port */
async function serve(databaseUrl: string): Promise<number> {
  const rows = new Pool({ connectionString: databaseUrl, max: 12 });
  pool = rows;
  app.get<{ Params: { id: string } }>('/api/ndas/:id', async ({ params }) => {
    const text = 'SELECT * FROM ndas WHERE id = $1';
    return (await rows.query<object>({ name: 'row', text, values: [params.id] })).rows[0];
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** @returns the port */
const collect = (): Promise<number> =>
  new Promise((resolve) => {
    collector.listen(0, '127.0.0.1', () => resolve((collector.address() as AddressInfo).port));
  });

/** Returns the milliseconds of a clock that all processes of this machine share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * Makes the second of the two commits that an event needs to become visible. Another baseline process inserts
 * events and sends a notification. The notification wakes this process, which reads the events and upserts
 * their rows.
 */
async function upserts(databaseUrl: string): Promise<void> {
  const rows = new Pool({ connectionString: databaseUrl, max: WRITERS });
  pool = rows;
  await rows.query(`
    CREATE SCHEMA bench_bare;
    CREATE TABLE bench_bare.events (position bigserial PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL,
      due double precision NOT NULL, data bytea NOT NULL, UNIQUE (stream, revision));
    CREATE TABLE bench_bare.rows (id text PRIMARY KEY, revision integer NOT NULL, data bytea NOT NULL)`);
  listener = new Client({ connectionString: databaseUrl });
  await listener.connect();
  await listener.query(`LISTEN ${CHANNEL}`);
  let after = '0';
  /** Upserts the rows of all events since the last call, in one commit. */
  const upsertAll = async (): Promise<void> => {
    const found = await rows.query<{ position: string; due: number }>({
      name: 'upsert',
      text: `WITH fresh AS (SELECT * FROM bench_bare.events WHERE position > $1),
          rows AS (INSERT INTO bench_bare.rows SELECT DISTINCT ON (stream) stream, revision, data FROM fresh
            ORDER BY stream, revision DESC
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, data = excluded.data)
        SELECT position, due FROM fresh ORDER BY position`,
      values: [after],
    });
    const at = now();
    seen.push(...found.rows.map(({ due }) => at - due));
    after = found.rows.at(-1)?.position ?? after;
  };
  let work = Promise.resolve();
  let isAsked = false;
  listener.on('notification', () => {
    if (isAsked) return;
    isAsked = true;
    work = work.then(() => {
      isAsked = false;
      return upsertAll();
    });
  });
}

/** Inserts events at a steady rate. Each commit has as many events as an act on an agreement has. */
async function inserts({
  databaseUrl,
  perSecond,
  seconds,
}: ActLoad & { readonly databaseUrl: string }): Promise<void> {
  pool ??= new Pool({ connectionString: databaseUrl, max: WRITERS });
  const rows = pool;
  const sizes = undisturbed().acts.map(({ length }) => length);
  const sizeOf = (n: number): number => sizes[n % sizes.length] ?? 0;
  let [stream, revision] = ['', 0];
  const insert = (due: number, n: number): Promise<unknown> => {
    if (n % sizes.length === 0) [stream, revision] = [v7(), 0];
    const from = revision;
    revision += sizeOf(n);
    const late = performance.now() - due;
    return rows.query({
      name: 'insert',
      text: `WITH made AS (INSERT INTO bench_bare.events (stream, revision, due, data)
          SELECT $1, n, $4, $5 FROM generate_series($2::int, $3::int) n RETURNING 1)
        SELECT pg_notify('${CHANNEL}', '') FROM made LIMIT 1`,
      values: [stream, from, revision - 1, now() - late, DATA],
    });
  };
  await runAtRate(perSecond, seconds, insert, sizeOf);
}

/**
 * Returns, for each event since the last call, the milliseconds from when the event was due until its row was
 * written.
 */
async function visible(): Promise<number[]> {
  const times = seen;
  seen = [];
  return times;
}

async function stop(): Promise<void> {
  collector.closeAllConnections();
  collector.close();
  await Promise.all([app.close(), listener?.end(), pool?.end()]);
}

export const tasks = { serve, collect, upserts, inserts, visible, stop };
