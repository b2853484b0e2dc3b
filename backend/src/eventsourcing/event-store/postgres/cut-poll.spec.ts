import { createTestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { event } from '../testing/contract-parts.js';
import { createPostgresEventStore } from './postgres-event-store.js';

it('a poll for new events that is cut short holds up no append', async () => {
  const database = await createTestDatabase();
  const store = await createPostgresEventStore({ url: database.url });
  const [polling, blocking] = [await database.pool.connect(), await database.pool.connect()];
  try {
    await blocking.query('BEGIN; LOCK TABLE event_store.events IN ACCESS EXCLUSIVE MODE');
    await expect(polling.query('SELECT event_store.bound()')).rejects.toMatchObject({ code: '55P03' });
    await blocking.query('ROLLBACK');
    const { rows } = await polling.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    );
    expect(rows).toEqual([]);
    await store.append('after-1', 'no-stream', [event('after')]);
  } finally {
    for (const client of [polling, blocking]) client.release(true);
    await store.close();
    await database.drop();
  }
});
