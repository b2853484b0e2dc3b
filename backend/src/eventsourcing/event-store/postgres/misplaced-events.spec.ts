import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { createTestRole } from '../../../platform/postgres/testing/test-role.js';
import { until } from '../../../platform/testing/until.js';
import type { EventStore, Position } from '../event-store.js';
import { event, labelOf } from '../testing/contract-parts.js';
import { SequenceSetBack } from './log-end.js';
import { createPostgresEventStore } from './postgres-event-store.js';
import { openPostgresLog } from './stored-log.js';

const FAR = 1_000_000;

describe('a row that somebody wrote at a position of their own', () => {
  let database: TestDatabase;
  const open: EventStore[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
    await database.drop();
  });

  async function opened(): Promise<EventStore> {
    const store = await createPostgresEventStore({ url: database.url });
    open.push(store);
    return store;
  }

  const write = async (
    position: number | string | null,
    label: string,
    stream = `own-${label}`,
  ): Promise<unknown> => {
    const { id, type, data, metadata } = event(label);
    return database.pool.query(
      'INSERT INTO event_store.events (position, stream, revision, id, type, data, metadata) VALUES ($1, $2, 0, $3, $4, $5, $6)',
      [position, stream, id, type, Buffer.from(data), Buffer.from(metadata)],
    );
  };
  const issue = async (): Promise<number> =>
    Number((await database.pool.query("SELECT nextval('event_store.events_position_seq') AS n")).rows[0]?.n);

  /** Follows the log. */
  function follow(store: EventStore, after?: Position) {
    const seen: string[] = [];
    let caughtUp = 0;
    const subscription = store.subscribe({
      after,
      onBatch: (events) => Promise.resolve(void seen.push(...events.map(labelOf))),
      onCaughtUp: () => (caughtUp += 1),
    });
    return { seen, caughtUp: () => caughtUp, stop: () => subscription.stop() };
  }
  const misplaced = async (store: EventStore, prefix = 'own-', batchSize = 500): Promise<string[][]> => {
    const found: string[][] = [];
    for await (const batch of store.misplaced({ streamPrefixes: [prefix], batchSize }))
      found.push(batch.map(labelOf));
    return found;
  };

  it('far behind the end makes no reader miss later events, in no process and after no start', async () => {
    const [one, other] = [await opened(), await opened()];
    const first = await one.append('a-1', 'no-stream', [event('first')]);
    const followers = [follow(one), follow(other)];
    await until(() => followers.every(({ seen }) => seen.length === 1));
    await write(FAR, 'far');
    // The number in between makes every reader look for news.
    await issue();
    const second = await one.append('a-1', 0, [event('second')]);
    await until(() => followers.every(({ seen }) => seen.length === 2));
    await other.append('a-2', 'no-stream', [event('third')]);
    await until(() => followers.every(({ seen }) => seen.length === 3));

    const started = await opened();
    expect(await started.head()).toBe((await started.readStream('a-2'))[0]?.position);
    expect(await started.holds(String(FAR) as Position)).toBe(false);
    const late = follow(started, first.position);
    await until(() => late.caughtUp() > 0);
    await started.append('a-1', 1, [event('fourth')]);
    await until(() => late.seen.length === 3);
    expect(late.seen).toEqual(['second', 'third', 'fourth']);
    await until(() => followers.every(({ seen }) => seen.length === 4));
    for (const { seen } of followers) expect(seen).toEqual(['first', 'second', 'third', 'fourth']);
    const read: string[] = [];
    for await (const { events } of started.readAll({ after: second.position }))
      read.push(...events.map(labelOf));
    expect(read).toEqual(['third', 'fourth']);
    await Promise.all([...followers, late].map(({ stop }) => stop()));
  });

  it('is found, whatever position it has, among any number of such rows', async () => {
    const store = await opened();
    await store.append('own-1', 'no-stream', [event('right')]);
    expect(await misplaced(store)).toEqual([]);
    for (let n = 0; n < 5; n += 1) await write(FAR + n, `far ${n}`);
    await write(0, 'zero');
    await write(-7, 'negative');
    await write('9223372036854775807', 'last');
    await write('-9223372036854775808', 'first');
    await write(2 * FAR, 'other', 'foreign-1');
    expect(await misplaced(store, 'own-', 2)).toEqual([
      ['first', 'negative'],
      ['zero'],
      ['far 0', 'far 1'],
      ['far 2', 'far 3'],
      ['far 4', 'last'],
    ]);
    const [negative] = await store.readStream('own-negative');
    const [right] = await store.readStream('own-1');
    expect(store.isBefore(negative?.position as Position, right?.position as Position)).toBe(true);
    expect(await store.holds(negative?.position as Position)).toBe(false);
  });

  it('is found without a position too, in a table that somebody changed', async () => {
    const store = await opened();
    await database.pool.query(
      'ALTER TABLE event_store.events DROP CONSTRAINT events_pk; ALTER TABLE event_store.events ALTER COLUMN position DROP NOT NULL',
    );
    await write(null, 'nowhere');
    expect(await misplaced(store)).toEqual([['nowhere']]);
  });

  it('is at the end of the log for a role that may read the tables, but not the sequence', async () => {
    const store = await opened();
    await store.append('own-1', 'no-stream', [event('right')]);
    await write(FAR, 'far');
    const role = await createTestRole(database, [
      'GRANT USAGE ON SCHEMA event_store TO',
      'GRANT SELECT ON ALL TABLES IN SCHEMA event_store TO',
    ]);
    const log = await openPostgresLog({ url: role.url });
    try {
      const read: string[] = [];
      for await (const { events } of log.readAll({ after: undefined })) read.push(...events.map(labelOf));
      expect(read).toEqual(['right', 'far']);
      expect(await log.head()).toBe(String(FAR));
    } finally {
      await log.close();
    }
  });

  it('is not confused with an append that is under way', async () => {
    const store = await opened();
    const appending = await database.pool.connect();
    try {
      await appending.query('BEGIN');
      const { id, type, data, metadata } = event('under way');
      await appending.query(
        "INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ('own-1', 0, $1, $2, $3, $4)",
        [id, type, Buffer.from(data), Buffer.from(metadata)],
      );
      expect(await misplaced(store)).toEqual([]);
      await appending.query('COMMIT');
    } finally {
      appending.release();
    }
    expect(await misplaced(store)).toEqual([]);
  });

  it('at the end of the log reaches the subscribers without another append', async () => {
    const store = await opened();
    await store.append('a-1', 'no-stream', [event('first')]);
    const follower = follow(store);
    await until(() => follower.caughtUp() > 0);
    // The poll has noticed the number that no row has, before the row comes.
    const free = await issue();
    let signs = 0;
    const watcher = store.subscribe({
      after: undefined,
      onBatch: () => Promise.resolve(),
      onSignOfLife: () => (signs += 1),
    });
    await until(() => signs > 1);
    await write(free, 'by hand');
    await until(() => follower.seen.length === 2);
    expect(follower.seen).toEqual(['first', 'by hand']);
    await Promise.all([follower.stop(), watcher.stop()]);
  });

  it('whose position the log reaches later is delivered there, and no append is lost', async () => {
    const store = await opened();
    const { position } = await store.append('a-1', 'no-stream', [event('first')]);
    const follower = follow(store);
    await until(() => follower.seen.length === 1);
    await write(Number(position) + 2, 'by hand');
    expect(await misplaced(store)).toEqual([['by hand']]);
    await store.append('a-1', 0, [event('second')]);
    await until(() => follower.seen.length === 2);
    // The row has the position of this append. The caller decides again, and the next position is free.
    await expect(store.append('a-1', 1, [event('third')])).rejects.toThrow('expected revision');
    await store.append('a-1', 1, [event('third')]);
    await until(() => follower.seen.length === 4);
    expect(follower.seen).toEqual(['first', 'second', 'by hand', 'third']);
    expect(await misplaced(store)).toEqual([]);
    await follower.stop();
  });

  it('is not read because somebody replaced the functions that bound the log', async () => {
    // A store that is opened puts the functions back, so both are opened before.
    const [store, other] = [await opened(), await opened()];
    await store.append('a-1', 'no-stream', [event('first')]);
    const follower = follow(store);
    await until(() => follower.seen.length === 1);
    await write(FAR, 'far');
    await database.pool.query(`
      CREATE OR REPLACE FUNCTION event_store.bound() RETURNS bigint LANGUAGE sql AS 'SELECT max(position) FROM event_store.events';
      CREATE OR REPLACE FUNCTION event_store.news(after bigint, most int) RETURNS SETOF event_store.events LANGUAGE sql
        AS 'SELECT * FROM event_store.events WHERE position > after ORDER BY position LIMIT most'`);
    for (let n = 0; n < 3; n += 1) {
      await other.append('a-2', n === 0 ? 'no-stream' : n - 1, [event(`other ${n}`)]);
      await until(() => follower.seen.length === n + 2);
    }
    expect(follower.seen).toEqual(['first', 'other 0', 'other 1', 'other 2']);
    // A reader in a process without subscribers.
    const read: string[] = [];
    for await (const { events } of other.readAll({ after: undefined })) read.push(...events.map(labelOf));
    expect(read).toEqual(follower.seen);
    await follower.stop();
  });

  it('differs from an event that a replaced function hides, which every reader gets after the next start', async () => {
    const [store, other] = [await opened(), await opened()];
    await store.append('a-1', 'no-stream', [event('first')]);
    const follower = follow(store);
    await until(() => follower.seen.length === 1);
    for (const body of ['SELECT 0::bigint', 'SELECT NULL::bigint', 'SELECT -1::bigint']) {
      await database.pool.query(
        `CREATE OR REPLACE FUNCTION event_store.bound() RETURNS bigint LANGUAGE sql AS '${body}'`,
      );
      const stream = `a-${body}`;
      await other.append(stream, 'no-stream', [event(body)]);
      expect(await store.readStream(stream)).toHaveLength(1);
      await opened();
      await until(() => follower.seen.at(-1) === body);
    }
    expect(follower.seen).toHaveLength(4);
    await follower.stop();
  });

  it('is no reason for silence if somebody sets the sequence back behind it: every subscription reports it', async () => {
    const store = await opened();
    await store.append('a-1', 'no-stream', [event('first')]);
    const faults: unknown[] = [];
    const seen: string[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (events) => Promise.resolve(void seen.push(...events.map(labelOf))),
      onFault: (error) => faults.push(error),
    });
    await until(() => seen.length === 1);
    const set = (to: number) =>
      database.pool.query("SELECT setval('event_store.events_position_seq', $1)", [to]);
    await set(FAR);
    await write(FAR, 'far');
    await until(() => seen.length === 2);
    expect(faults).toEqual([]);
    await set(1);
    await until(() => faults.length > 1);
    expect(faults[0]).toBeInstanceOf(SequenceSetBack);
    await set(FAR);
    await store.append('a-1', 0, [event('second')]);
    await until(() => seen.length === 3);
    expect(seen).toEqual(['first', 'far', 'second']);
    await subscription.stop();
  });
});
