import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { transaction } from '../../../platform/postgres/pool.js';
import { until } from '../../../platform/testing/until.js';
import { type EventStore, EventStoreMoved, EventStoreUnavailable } from '../event-store.js';
import { OpenStores } from '../eventstoredb/testing/open-stores.js';
import { createPostgresEventStore } from '../postgres/postgres-event-store.js';
import { event, events } from '../testing/contract-parts.js';
import { StoreInUse1795000003400 } from './migrations/1795000003400-store-in-use.js';
import { beginMove, endMove, epochInUse, useStore } from './store-in-use.js';
import { WriteGrant, WRITE_GRANT_MS } from './write-grant.js';

describe('the event store in use', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrations: [StoreInUse1795000003400] });
  });
  afterEach(() => database.drop());
  const use = (store: string, force = false) => useStore(database.pool, store, { force });
  const end = (move: Awaited<ReturnType<typeof beginMove>>, to: string) =>
    transaction(database.pool, (client) => endMove(client, move ?? { epoch: -1, closed: false }, to));

  it('is the store of the first start, and the same for all backends', async () => {
    expect(await epochInUse(database.pool)).toBeUndefined();
    expect(await Promise.all([use('a'), use('a'), use('a')])).toEqual([1, 1, 1]);
    await expect(use('b')).rejects.toThrow(EventStoreMoved);
    expect(await use('b', true)).toBe(2);
    await expect(use('a')).rejects.toThrow(EventStoreMoved);
  });

  it('is the target after a move, and earlier writers then have an outdated epoch', async () => {
    await use('a');
    const move = await beginMove(database.pool, 'a', 'b');
    expect(await epochInUse(database.pool)).toBe(2);
    await end(move, 'b');
    expect(await use('b')).toBe(3);
    await expect(use('a')).rejects.toThrow(EventStoreMoved);
    expect(await beginMove(database.pool, 'a', 'b')).toBeUndefined();
    await expect(beginMove(database.pool, 'a', 'c')).rejects.toThrow('neither of the two');
  });

  it('is the source again if a backend starts on it, and then the move cannot be completed', async () => {
    const move = await beginMove(database.pool, 'a', 'b');
    expect(await use('a')).toBe(2);
    await expect(end(move, 'b')).rejects.toThrow('started on the source meanwhile');
    const [second, third] = [
      await beginMove(database.pool, 'a', 'b'),
      await beginMove(database.pool, 'a', 'b'),
    ];
    await expect(end(second, 'b')).rejects.toThrow('started on the source meanwhile');
    await end(third, 'b');
    expect(await use('b')).toBe(5);
  });

  describe('in this database', () => {
    let store: EventStore;
    let id: string;
    beforeEach(async () => {
      store = await createPostgresEventStore({ url: database.url });
      id = await store.storeId();
      await use(id);
    });
    afterEach(() => store.close());

    it("refuses all open connections' appends from the move of its log until it is used again", async () => {
      await store.append('nda-1', 'no-stream', [event('before')]);
      const concurrent = Array.from({ length: 50 }, (_, n) =>
        store.append(`nda-crowd-${n}`, 'no-stream', events(2, 'crowd')),
      );
      const move = await beginMove(database.pool, id, 'elsewhere');
      expect(move).toMatchObject({ closed: true });
      const { rows } = await database.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM event_store.events',
      );
      const outcomes = await Promise.allSettled(concurrent);
      const stored = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(rows).toEqual([{ n: 1 + 2 * stored.length }]);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(EventStoreMoved);
      await expect(store.append('nda-1', 0, [event('after')])).rejects.toThrow(EventStoreMoved);
      await expect(store.append('nda-2', 'no-stream', [event('after')])).rejects.toThrow(EventStoreMoved);
      expect(await store.readStream('nda-1')).toHaveLength(1);
      await use(id);
      await store.append('nda-1', 0, [event('again')]);
    });

    it('accepts appends again when it becomes the target of a move', async () => {
      await end(await beginMove(database.pool, id, 'elsewhere'), 'elsewhere');
      await expect(store.append('nda-1', 'no-stream', [event('moved')])).rejects.toThrow(EventStoreMoved);
      const back = await beginMove(database.pool, 'elsewhere', id);
      expect(back).toMatchObject({ closed: false });
      await store.append('nda-1', 'no-stream', [event('copied')]);
      await end(back, id);
      expect(await use(id)).toBe(5);
    });
  });

  describe('outside this database', () => {
    const stores = new OpenStores();
    afterEach(() => stores.close());

    it("refuses a process's appends if the process knows of a move, or if it cannot check", async () => {
      const moves: unknown[] = [];
      let away = false;
      const query = ((text: string) =>
        away ? Promise.reject(new Error('away')) : database.pool.query(text)) as Pool['query'];
      const grant = new WriteGrant({
        pool: { query },
        epoch: await use('a'),
        logger: silentLogger,
        onMoved: (moved) => moves.push(moved),
      });
      const server = await stores.server();
      const store = await stores.open(server.url, { right: grant });
      const append = (stream: string) => store.append(stream, 'no-stream', [event(stream)]);
      await append('nda-1');
      away = true;
      const wall = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + WRITE_GRANT_MS + 1);
      const late: unknown = await append('nda-2').catch((error: unknown) => error);
      expect(late).toBeInstanceOf(EventStoreUnavailable);
      expect(late).not.toBeInstanceOf(EventStoreMoved);
      away = false;
      // The write grant is still out of date, so the process renews it before it appends.
      await append('nda-2');
      wall.mockRestore();
      await beginMove(database.pool, 'a', 'b');
      await until(() => moves.length > 0);
      await expect(append('nda-3')).rejects.toThrow(EventStoreMoved);
      expect(await store.readStream('nda-3')).toEqual([]);
      expect(moves).toHaveLength(1);
      await grant.stop();
    });
  });
});
