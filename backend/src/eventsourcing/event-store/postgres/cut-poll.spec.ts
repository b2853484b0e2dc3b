import { createTestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { event } from '../testing/contract-parts.js';
import { createPostgresEventStore } from './postgres-event-store.js';
import { onlyInAll } from '../../../platform/testing/only-in-all.js';

onlyInAll.it(
  'a poll that is cancelled at any point keeps no lock, even if its connection stays open',
  async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const polling = await database.pool.connect();
    const pid = (await polling.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    let cancelled = 0;
    try {
      // Runs many rounds, because the critical moment, right after the poll has read the log, is short. Each
      // round runs several polls, so that one of them is under way whenever the cancellation arrives.
      for (let n = 0; n < 500; n += 1) {
        const poll = polling
          .query('SELECT event_store.bound() FROM generate_series(1, $1)', [1 + ((37 * n) % 500)])
          .catch(() => (cancelled += 1));
        await Promise.all([poll, database.pool.query('SELECT pg_cancel_backend($1)', [pid])]);
        const { rows } = await database.pool.query(
          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = $1",
          [pid],
        );
        expect(rows).toEqual([]);
      }
      expect(cancelled).toBeGreaterThan(0);
    } finally {
      polling.release(true);
      await store.close();
      await database.drop();
    }
  },
);

it('a poll for new events that is interrupted does not block appends', async () => {
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
