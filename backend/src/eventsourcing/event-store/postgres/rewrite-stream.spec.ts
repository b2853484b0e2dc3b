import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { NO_HASH } from '../../journal/chain.js';
import { chainedEvent } from '../../journal/testing/chained.js';
import { marked } from '../../trust/testing/marked.js';
import type { EventBytes, EventStore, UntrustedEvent } from '../event-store.js';
import { acceptUnmarked, refusesUnmarked, refuseUnmarked } from './marked-events.js';
import { createPostgresEventStore } from './postgres-event-store.js';
import { RewriteRefused, rewriteStream, StreamChanged, type StreamRewrite } from './rewrite-stream.js';

const of = (stream: string, revision = 0) => ({
  stream,
  revision,
  id: randomUUID(),
  type: 'Noted.v1',
  data: Buffer.from('{"open":{}}'),
});
const unmarked = (stream: string): EventBytes => chainedEvent({ ...of(stream), format: 1 }, NO_HASH);
const withMac = (stream: string): EventBytes => marked([of(stream)])[0] as EventBytes;

describe('the rewriting of a stream', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeEach(async () => {
    database = await createTestDatabase();
    store = await createPostgresEventStore({ url: database.url });
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  const change = (statement: string) => database.pool.query(statement);
  const all = async (): Promise<UntrustedEvent[]> => {
    const found: UntrustedEvent[] = [];
    for await (const { events } of store.readAll({ after: undefined })) found.push(...events);
    return found;
  };
  const rewrite = (changes: Partial<StreamRewrite>) =>
    rewriteStream(database.pool, {
      stream: 'own-1',
      seen: [],
      removed: [],
      put: [],
      madeRoom: [],
      ...changes,
    });

  /** A log of three rows. The one in the middle has the position of an event that is put back. */
  async function taken(middle: EventBytes): Promise<UntrustedEvent[]> {
    await store.append('a-1', 'no-stream', [withMac('a-1')]);
    await store.append('b-1', 'no-stream', [middle]);
    await store.append('c-1', 'no-stream', [withMac('c-1')]);
    await refuseUnmarked(database.pool);
    return all();
  }

  it('makes room by moving a row of another stream, byte for byte, even one from before APPEND_KEY', async () => {
    const [a, b, c] = (await taken(unmarked('b-1'))) as [UntrustedEvent, UntrustedEvent, UntrustedEvent];
    const event = withMac('own-1');
    await rewrite({
      put: [{ revision: 0, event, position: Number(b.position) }],
      madeRoom: [{ from: Number(b.position), to: undefined }],
    });
    const found = await all();
    expect(found.map(({ stream }) => stream)).toEqual(['a-1', 'own-1', 'c-1', 'b-1']);
    expect(found[3]).toEqual({ ...b, position: found[3]?.position });
    expect([found[0], found[2]]).toEqual([a, c]);
    expect(await refusesUnmarked(database.pool)).toBe(true);
    await expect(store.append('d-1', 'no-stream', [unmarked('d-1')])).rejects.toThrow();
  });

  it('leaves a log that takes unmarked events as it is', async () => {
    const [, b] = await taken(unmarked('b-1'));
    await acceptUnmarked(database.pool);
    const from = Number(b?.position);
    await rewrite({ madeRoom: [{ from, to: undefined }] });
    expect(await refusesUnmarked(database.pool)).toBe(false);
  });

  it('is refused if the database drops, keeps back or changes a row that makes room, and changes nothing', async () => {
    const before = await taken(withMac('b-1'));
    const from = Number(before[1]?.position);
    for (const does of [
      'RETURN NULL;',
      'RETURN OLD;',
      "NEW.data := 'x'; RETURN NEW;",
      'NEW.position := 77; RETURN NEW;',
      "NEW.stream := 'z-1'; RETURN NEW;",
    ]) {
      await change(`
        CREATE OR REPLACE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does} END $$;
        CREATE OR REPLACE TRIGGER meddle BEFORE UPDATE ON event_store.events FOR EACH ROW EXECUTE FUNCTION meddle()`);
      await expect(rewrite({ madeRoom: [{ from, to: 50 }] })).rejects.toThrow(RewriteRefused);
      expect(await all()).toEqual(before);
    }
  });

  it('passes over a row that made room by itself since the rewrite was planned', async () => {
    const before = await taken(withMac('b-1'));
    await rewrite({ madeRoom: [{ from: 40, to: undefined }] });
    expect(await all()).toEqual(before);
  });

  it('takes rows without a position out of a table that somebody changed', async () => {
    await store.append('own-1', 'no-stream', [withMac('own-1')]);
    await change(
      'ALTER TABLE event_store.events DROP CONSTRAINT events_pk; ALTER TABLE event_store.events ALTER COLUMN position DROP NOT NULL',
    );
    await change(
      `INSERT INTO event_store.events (position, stream, revision, id, type, data, metadata)
       SELECT NULL, stream, n, gen_random_uuid(), type, data, metadata FROM event_store.events, generate_series(1, 2) AS n`,
    );
    const seen = await store.readStream('own-1');
    expect(seen).toHaveLength(3);
    await expect(rewrite({ seen: seen.slice(0, 2) })).rejects.toThrow(StreamChanged);
    await rewrite({ seen, removed: seen.slice(1).map(({ position }) => position) });
    expect(await store.readStream('own-1')).toEqual(seen.slice(0, 1));
  });
});

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
