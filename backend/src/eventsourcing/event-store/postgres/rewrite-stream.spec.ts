import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import type { EventStore } from '../event-store.js';
import { createPostgresEventStore } from './postgres-event-store.js';
import { rewriteStream, StreamChanged } from './rewrite-stream.js';

describe('a rewrite of a stream', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = await createPostgresEventStore({ url: database.url });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const bytes = Buffer.from('{}');
  const event = (id: string) => ({ id, type: 'Noted.v1', data: bytes, metadata: bytes });
  const put = (stream: string, id: string, more: { position?: number; lockMs?: number } = {}) =>
    rewriteStream(database.pool, {
      stream,
      seen: [],
      removed: [],
      put: [{ revision: 0, event: event(id), position: more.position }],
      madeRoom: [],
      ...(more.lockMs === undefined ? {} : { lockMs: more.lockMs }),
    });

  it('can be planned again if another stream has the id, or the position, since it was planned', async () => {
    const id = randomUUID();
    await store.append('note-1', 'no-stream', [event(id)]);
    const [{ position } = { position: '' }] = await store.readStream('note-1');
    await expect(put('note-2', id)).rejects.toThrow(StreamChanged);
    await expect(put('note-2', randomUUID(), { position: Number(position) })).rejects.toThrow(StreamChanged);
    expect(await store.readStream('note-2')).toEqual([]);
    await put('note-2', randomUUID());
    expect(await store.readStream('note-2')).toHaveLength(1);
  });

  it('says that others keep the table locked, and writes nothing', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE event_store.events IN ROW EXCLUSIVE MODE');
      const error = await put('note-3', randomUUID(), { lockMs: 1 }).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(StreamChanged);
      expect((error as Error).message).toContain('Others keep the table of events locked');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await store.readStream('note-3')).toEqual([]);
  });
});
