import { Registry } from 'prom-client';
import { createPool } from './pool.js';
import { measurePools } from './pool-metrics.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('the metrics of a pool', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('count used, idle and possible connections, and the requests that wait for one', async () => {
    const registry = new Registry();
    const pool = createPool(database.url, { max: 2 });
    measurePools(registry)('requests', pool);
    const taken = [await pool.connect(), await pool.connect()];
    const waits = pool.connect();
    let text = await registry.metrics();
    expect(text).toContain('database_pool_connections{pool="requests",state="used"} 2\n');
    expect(text).toContain('database_pool_connections_max{pool="requests"} 2\n');
    expect(text).toContain('database_pool_waiting_requests{pool="requests"} 1\n');
    for (const client of taken) client.release();
    (await waits).release();
    text = await registry.metrics();
    expect(text).toContain('database_pool_connections{pool="requests",state="used"} 0\n');
    expect(text).toContain('database_pool_connections{pool="requests",state="idle"} 2\n');
    expect(text).toContain('database_pool_waiting_requests{pool="requests"} 0\n');
    await pool.end();
  });
});
