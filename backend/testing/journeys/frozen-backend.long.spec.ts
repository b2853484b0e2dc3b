import { openEventStore } from '#src/app/open-event-store';
import { copyLog } from '#src/cli/copy-log';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { silentLogger } from '#src/platform/logging/logger';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type Environment, startBuilt, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { create } from '../steps/steps.js';
import { startTestBackend, testSecrets } from '../backend/test-backend.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';
import { sessionName } from '#src/platform/postgres/session-name';
import { createServiceDatabase } from '../backend/service-database.js';

/**
 * The log is moved to another store while a backend is frozen. The move does not notice the frozen backend,
 * because that backend's leases and connections have ended. After the move, the backend goes on as if nothing
 * had happened.
 */
describe('a backend that was frozen while the log was moved', () => {
  let server: ProtocolServer;
  const secrets = testSecrets();
  let database: TestDatabase;
  let folder: TestDataDir;
  beforeEach(async () => {
    server = new ProtocolServer();
    await server.start();
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
  });
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.drop();
    await folder.remove();
    await server.stop();
  });

  const move = async (from: string | undefined, to: string | undefined): Promise<void> => {
    const open = (url: string | undefined) =>
      openEventStore({ url, databaseUrl: database.url }, silentLogger);
    const [source, target] = [await open(from), await open(to)];
    try {
      await copyLog({ pool: database.pool, from: source, to: target, say: () => undefined });
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  };
  const storesOf = (inDatabase: boolean) => {
    const [own, elsewhere] = [{}, { EVENT_STORE_URL: server.url }] as [Environment, Environment];
    return inDatabase ? [own, elsewhere] : [elsewhere, own];
  };

  it.each([
    ['the database', true] as const,
    ...(isLongRun() ? [["EventStoreDB's protocol", false] as const] : []),
  ])('writes nothing to the old store, which was %s, and ends by itself', async (_name, inDatabase) => {
    const [before = {}, after = {}] = storesOf(inDatabase);
    const places = { DATABASE_URL: database.url, DATA_DIR: folder.path, ...environmentOf(secrets) };
    const frozen = await startBuilt({ ...places, ...before });
    await create(frozen.browser());
    const [from, to] = [before['EVENT_STORE_URL'], after['EVENT_STORE_URL']];
    frozen.process.kill('SIGSTOP');
    try {
      await until(
        async () =>
          (await database.pool.query('SELECT 1 FROM leases WHERE expires_at > clock_timestamp()'))
            .rowCount === 0,
      );
      await expect(move(from, to)).rejects.toThrow(
        /A backend uses this database.*kill any backend that does not answer/,
      );
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'siegel/%' AND application_name <> $1`,
        [sessionName('tool')],
      );
      await until(async () =>
        move(from, to).then(
          () => true,
          () => false,
        ),
      );
      const now = await startTestBackend({ on: { database, secrets }, env: after });
      stops.push(() => now.stop());
      await create(now.browser());

      frozen.process.kill('SIGCONT');
      const answer = await fetch(`${frozen.url}/api/ndas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(terms),
      }).then(
        ({ status }) => status,
        () => 'no answer',
      );
      expect([503, 'no answer']).toContain(answer);
      expect(await frozen.exited).toBe(1);
      expect(frozen.output()).toContain('The log of this database is in another event store');
      const old = await openEventStore({ url: from, databaseUrl: database.url }, silentLogger);
      const streams: string[] = [];
      for await (const { events } of old.readAll({ after: undefined }))
        streams.push(...events.map(({ stream }) => stream));
      expect(streams).toHaveLength(1);
      await old.close();
    } finally {
      frozen.process.kill('SIGCONT');
    }
  });
});
