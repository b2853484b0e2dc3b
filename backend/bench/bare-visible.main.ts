import { Client, Pool } from 'pg';
import { v7 } from 'uuid';
import { WRITERS } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { type ArrivalOptions, arriving } from './arrivals.js';
import { answer } from './child.js';
import { trueNda } from './true-ndas.js';

/**
 * What the way from append to visible is measured by, the same two commits by hand: one of these processes
 * inserts events and notifies, another is woken, reads them and upserts a row.
 */

export interface BareWish {
  readonly databaseUrl: string;
  readonly role: 'inserts' | 'upserts';
}

const CHANNEL = 'bench_bare';
/** About what an event of an NDA has. */
const DATA = Buffer.alloc(900, 'x');

let pool: Pool | undefined;
let listener: Client | undefined;
let seen: number[] = [];

/** Milliseconds of a clock that all processes of this machine share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

async function start({ databaseUrl, role }: BareWish): Promise<void> {
  pool = new Pool({ connectionString: databaseUrl, max: WRITERS });
  if (role === 'inserts') return;
  await pool.query(`
    DROP SCHEMA IF EXISTS bench_bare CASCADE; CREATE SCHEMA bench_bare;
    CREATE TABLE bench_bare.events (position bigserial PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL,
      due double precision NOT NULL, data bytea NOT NULL, UNIQUE (stream, revision));
    CREATE TABLE bench_bare.rows (id text PRIMARY KEY, revision integer NOT NULL, data bytea NOT NULL)`);
  listener = new Client({ connectionString: databaseUrl });
  await listener.connect();
  await listener.query(`LISTEN ${CHANNEL}`);
  listener.on('notification', wake);
}

let after = '0';
let running = false;
let dirty = false;

function wake(): void {
  dirty = true;
  if (running) return;
  running = true;
  void upsertAll().finally(() => {
    running = false;
  });
}

/** All that came since the last time, in one commit. */
async function upsertAll(): Promise<void> {
  while (dirty) {
    dirty = false;
    const found = await pool?.query<{ position: string; due: number }>({
      name: 'upsert',
      text: `WITH fresh AS (SELECT * FROM bench_bare.events WHERE position > $1),
          rows AS (INSERT INTO bench_bare.rows SELECT DISTINCT ON (stream) stream, revision, data FROM fresh
            ORDER BY stream, revision DESC
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, data = excluded.data)
        SELECT position, due FROM fresh ORDER BY position`,
      values: [after],
    });
    const at = now();
    for (const { position, due } of found?.rows ?? []) {
      after = position;
      seen.push(at - due);
    }
  }
}

let stream = '';
let appends: number[] = [];
let revision = 0;

/** One commit with as many events as the next act on an NDA has. */
function insert(due: number): { done: Promise<void>; events: number } {
  const next = appends.shift();
  if (next === undefined) {
    const nda = trueNda('0'.repeat(64));
    [stream, revision, appends] = [v7(), 0, nda.appends.map(({ length }) => length)];
    return insert(due);
  }
  const late = performance.now() - due;
  const values = [stream, revision, revision + next - 1, now() - late, DATA];
  revision += next;
  const query = pool?.query({
    name: 'insert',
    text: `WITH made AS (INSERT INTO bench_bare.events (stream, revision, due, data)
        SELECT $1, n, $4, $5 FROM generate_series($2::int, $3::int) n RETURNING 1)
      SELECT pg_notify('${CHANNEL}', '') FROM made LIMIT 1`,
    values,
  });
  return { done: Promise.resolve(query).then(() => undefined), events: next };
}

/** Inserts at a steady rate. */
const append = ({ perSecond, seconds }: ArrivalOptions): Promise<void> =>
  arriving(perSecond, seconds, insert);

/** Milliseconds from when each event was due until its row stood; forgotten then. */
function visible(): Promise<number[]> {
  const times = seen;
  seen = [];
  return Promise.resolve(times);
}

async function stop(): Promise<void> {
  await listener?.end();
  await pool?.end();
}

answer({ start, append, visible, stop });
