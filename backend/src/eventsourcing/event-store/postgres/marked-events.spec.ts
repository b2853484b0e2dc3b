import { randomUUID } from 'node:crypto';
import { chainedEvent } from '../../journal/testing/chained.js';
import { NO_HASH } from '../../journal/chain.js';
import { marked } from '../../trust/testing/marked.js';
import { until } from '../../../platform/testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import type { EventBytes, EventStore } from '../event-store.js';
import { acceptUnmarked, refusesUnmarked } from './marked-events.js';
import { createPostgresEventStore } from './postgres-event-store.js';

const said = (stream: string) => ({
  stream,
  revision: 0,
  id: randomUUID(),
  type: 'Noted.v1',
  data: Buffer.from('{"open":{}}'),
});
const unmarked = (stream: string, format: 1 | 2): EventBytes =>
  chainedEvent({ ...said(stream), format }, NO_HASH);

describe('a log that refuses events without a MAC', () => {
  let database: TestDatabase;
  let stores: EventStore[];
  beforeEach(async () => {
    database = await createTestDatabase();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });
  const open = async (markedOnly: boolean): Promise<EventStore> => {
    const store = await createPostgresEventStore({ url: database.url, markedOnly });
    stores.push(store);
    return store;
  };

  it('does not hold up appends while another program keeps its table locked', async () => {
    const older = await open(false);
    const dump = await database.pool.connect();
    try {
      await dump.query('BEGIN; LOCK TABLE event_store.events IN ACCESS SHARE MODE');
      const opening = open(true);
      const waits = async (): Promise<boolean> => {
        const { rowCount } = await database.pool.query(
          "SELECT FROM pg_locks WHERE relation = 'event_store.events'::regclass AND NOT granted AND mode = 'AccessExclusiveLock'",
        );
        return rowCount !== 0;
      };
      await until(waits);
      await older.append('note-1', 'no-stream', marked([said('note-1')]));
      await until(waits);
      await dump.query('COMMIT');
      await opening;
      expect(await refusesUnmarked(database.pool)).toBe(true);
    } finally {
      dump.release();
    }
  });

  it('is the same log if two programs begin to refuse them at once', async () => {
    await Promise.all([open(true), open(true), open(true)]);
    expect(await refusesUnmarked(database.pool)).toBe(true);
  });

  it('takes events with a MAC, and none of an older program, which is already running', async () => {
    const older = await open(false);
    const newer = await open(true);
    for (const format of [1, 2] as const)
      await expect(older.append('a-1', 'no-stream', [unmarked('a-1', format)])).rejects.toThrow(
        'events_are_marked',
      );
    for (const store of [older, newer]) {
      const stream = `a-${randomUUID()}`;
      await store.append(stream, 'no-stream', marked([said(stream)]));
    }
    expect((await database.pool.query('SELECT FROM event_store.events')).rowCount).toBe(2);
  });

  it('keeps the events without a MAC that it has', async () => {
    const older = await open(false);
    await older.append('a-1', 'no-stream', [unmarked('a-1', 1)]);
    await older.append('a-2', 'no-stream', [unmarked('a-2', 2)]);
    const newer = await open(true);
    expect(await newer.readStream('a-1')).toHaveLength(1);
    await expect(newer.append('a-3', 'no-stream', [unmarked('a-3', 2)])).rejects.toThrow('events_are_marked');
  });

  it('takes the copy of an event without a MAC until the next backend opens it', async () => {
    await open(true);
    await acceptUnmarked(database.pool);
    await acceptUnmarked(database.pool);
    const copying = await open(false);
    await copying.append('a-1', 'no-stream', [unmarked('a-1', 2)]);
    expect(await refusesUnmarked(database.pool)).toBe(false);
    await open(true);
    await open(true);
    expect(await refusesUnmarked(database.pool)).toBe(true);
  });
});
