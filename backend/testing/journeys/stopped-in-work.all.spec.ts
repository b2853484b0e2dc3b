import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import {
  type BuiltBackend,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { mails, payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import { testSecrets } from '../backend/test-backend.js';
import { createServiceDatabase } from '../backend/service-database.js';

/**
 * Milliseconds that the event store takes for an append. This is longer than the time for which the backend
 * still listens after the signal.
 */
const APPEND_MS = 1500;
/**
 * The backend's time limits are longer than the defaults, because a busy machine may exceed the defaults. The
 * test checks that work ends when the backend is stopped, not how soon.
 */
const LIMITS = { haste: 4 };

describe('a backend that is stopped during a request and a job', () => {
  const server = new ProtocolServer();
  let database: TestDatabase;
  let folder: TestDataDir;
  let env: Environment;
  let backend: BuiltBackend;
  beforeAll(async () => {
    await server.start();
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    const places = { DATABASE_URL: database.url, EVENT_STORE_URL: server.url, DATA_DIR: folder.path };
    env = { ...places, DRAIN_SECONDS: '1', ...environmentOf(testSecrets()) };
    backend = await startBuilt(env, undefined, LIMITS);
  });
  afterAll(async () => {
    await backend.end('SIGTERM');
    await database.drop();
    await folder.remove();
    await server.stop();
  });
  const some = async (from: string): Promise<boolean> =>
    ((await database.pool.query(`SELECT 1 FROM ${from}`)).rowCount ?? 0) > 0;

  it('is not ready any more, answers, ends its work, releases its leases and exits with 0; the next one goes on', async () => {
    const browser = backend.browser();
    const paid = await signedByBoth(browser);
    await payByCard(browser, paid);
    server.faults.appendDelayMs = APPEND_MS;
    await until(() => some("owed_jobs WHERE worker IS NOT NULL AND task = 'deliver-nda'"));
    // `fetch` uses a keep-alive connection, as browsers do. Such a connection would stay open for the next
    // request.
    const asked = fetch(`${backend.url}/api/ndas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(terms),
    });
    const ended = backend.end('SIGTERM');
    // Uses the first response with status 503. There may be no second one, because the backend stops
    // listening after the drain.
    const ready = await until(async () => {
      const answered = await fetch(`${backend.url}/health/ready`);
      return answered.status === 503 && ((await answered.json()) as object);
    });
    expect(ready).toMatchObject({ status: 'down', checks: { serving: 'down', database: 'up' } });
    const answer = await asked;
    const { id } = (await answer.json()) as { id: string };
    expect([answer.status, answer.headers.get('connection')]).toEqual([201, 'close']);
    expect(await ended).toBe(0);
    expect(await some('leases WHERE expires_at > clock_timestamp()')).toBe(false);
    expect(await some('worker_heartbeats')).toBe(false);

    server.faults.appendDelayMs = 0;
    backend = await startBuilt(env, backend.port, LIMITS);
    expect(server.log.stream(`nda-${id}`)).toHaveLength(1);
    await untilSent(browser, paid);
    expect(server.log.stream(`nda-${paid}`).filter(({ type }) => type === 'NdaSent.v1')).toHaveLength(1);
    expect((await mails(browser)).filter((mail) => mail.attachments.length > 0)).toHaveLength(2);
  });
});
