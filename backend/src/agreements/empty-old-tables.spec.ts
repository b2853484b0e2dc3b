import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newId } from '../platform/crypto/ids.js';
import { agreementProjection } from './agreement.projection.js';
import { emptyOldTables } from './empty-old-tables.js';

const { version } = agreementProjection;

describe('the tables that `ndas` replaced', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  const sql = async (text: string, ...values: unknown[]) =>
    (await bench.infrastructure.pool.query(text, values)).rows;

  const lease = (name: string, endedAgo: string) =>
    sql(
      `INSERT INTO leases (name, holder, epoch, expires_at) VALUES ($1, $2, 1, now() - $3::interval)
       ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`,
      `projection:${name}`,
      newId(),
      endedAgo,
    );
  const checkpoint = (name: string, of: number) =>
    sql(
      `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at) VALUES ($1, $2, 's', 'p', 1, now())
       ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
      name,
      of,
    );
  /** Gives the tables the content that the previous version left in them. */
  beforeEach(async () => {
    await sql('DELETE FROM signing_links');
    await sql("INSERT INTO signing_links (id, revision, token_hashes) VALUES ($1, 0, '[]')", newId());
    for (const name of ['signing-links', 'obligations']) {
      await checkpoint(name, 4);
      await lease(name, '2 hours');
    }
    await checkpoint('ndas', version);
  });
  const left = async () => {
    await emptyOldTables(bench.infrastructure.pool).run(new AbortController().signal);
    const [links] = await sql('SELECT count(*)::int AS count FROM signing_links');
    const names = await sql("SELECT name FROM checkpoints WHERE name IN ('signing-links', 'obligations')");
    return { links: links?.count, checkpoints: names.length };
  };

  it('are emptied, and lose their checkpoints, once no older backend has led for an hour', async () => {
    expect(await left()).toEqual({ links: 0, checkpoints: 0 });
  });

  it.each([
    ['a backend of the previous version led less than an hour ago', () => lease('obligations', '59 minutes')],
    ['a backend of the previous version leads', () => lease('signing-links', '-10 seconds')],
    ['the rows are still to be rebuilt', () => checkpoint('ndas', version - 1)],
  ])('are left alone if %s', async (_, given) => {
    await given();
    expect(await left()).toEqual({ links: 1, checkpoints: 2 });
  });
});
