import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { startBuilt, testDataDir } from '../testing/built-backend.js';
import { signature } from '../testing/samples.js';
import { create } from '../testing/steps.js';

it('a stop waits for no command that waits for the database, and ends well', async () => {
  const database = await createTestDatabase();
  const data = await testDataDir();
  const backend = await startBuilt({ DATABASE_URL: database.url, DATA_DIR: data.path });
  const browser = backend.browser();
  const id = await create(browser);
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE event_store.events, ndas, vault_keys IN ACCESS EXCLUSIVE MODE');
    await browser
      .post(`/api/ndas/${id}/sign`)
      .send({ partyNumber: '1', signature: signature(1) })
      .expect(503);
    // What it began goes on waiting: nobody lets go of the tables.
    expect(await backend.end('SIGTERM')).toBe(0);
  } finally {
    holder.release(true);
    await data.remove();
    await database.drop();
  }
});
