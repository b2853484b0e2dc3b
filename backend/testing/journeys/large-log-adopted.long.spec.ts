import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { newestCheckpoint } from '#src/proof/signed-checkpoints';
import { treeSize } from '#src/proof/stored-tree';
import { command, runCommand, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { testSecrets } from '../backend/test-backend.js';
import {
  LARGE_LOG_EVENTS,
  LOST_AT,
  largeLog,
  largeLogInPostgres,
  largeLogOnServer,
  type LargeLogStore,
  streamNumber,
} from '../log/large-log.js';

/** Part of the leaves that are there when the command is killed. */
const KILLED_AT = 0.6;
/** Milliseconds that the command may take until then. It only ends a test that hangs. */
const WITHIN_MS = 1_800_000;
/** Numbers of the streams that lost an event: one from before MACs and one with them. */
const LOSSES = [0.25, 0.75].map((part) => Math.floor((LARGE_LOG_EVENTS / 10) * part));
const PLACES = LOSSES.map((n) => `${streamNumber(n)}@${LOST_AT}`);
/** In each of the two streams, the event behind the lost one does not count either. */
const LEAVES = LARGE_LOG_EVENTS - 4;

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

describe.each(['PostgreSQL', 'EventStoreDB'])(
  `a log of ${LARGE_LOG_EVENTS} events in %s that the operator adopts`,
  (kind) => {
    let database: TestDatabase;
    let folder: TestDataDir;
    let store: LargeLogStore;
    let env: Record<string, string>;
    const tell = (what: string): void =>
      void process.stdout.write(`${kind}, ${LARGE_LOG_EVENTS} events: ${what}\n`);
    beforeAll(async () => {
      [database, folder] = [await createServiceDatabase(), await testDataDir()];
      const server = new ProtocolServer();
      if (kind === 'EventStoreDB') await server.start();
      store =
        kind === 'EventStoreDB'
          ? largeLogOnServer(server)
          : await largeLogInPostgres(database.url, database.pool);
      env = {
        ...environmentOf(testSecrets()),
        ...store.env,
        DATABASE_URL: database.url,
        DATA_DIR: folder.path,
      };
      const began = performance.now();
      for (const page of largeLog(LARGE_LOG_EVENTS)) await store.append(page);
      for (const n of LOSSES) await store.remove(streamNumber(n), LOST_AT);
      await database.pool.query('ANALYZE');
      tell(`written in ${seconds(began)} s`);
    });
    afterAll(async () => {
      await store.stop();
      await database.drop();
      await folder.remove();
    });

    /** Runs the command to its end. @returns its exit code, and the places that it lists */
    async function adopt(what: string, ...args: string[]) {
      const began = performance.now();
      const { code, output } = await command('log:adopt', args, env);
      tell(`${what} in ${seconds(began)} s`);
      const places = output.split('\n').filter((line) => line.startsWith('nda-'));
      return { code, output, places: places.map((line) => line.split(' ')[0]) };
    }
    const accepting = [...PLACES.flatMap((place) => ['--accept', place]), '--reason', 'a test'];

    it('is refused at first, with exactly its two losses', async () => {
      const { code, places } = await adopt('verified and refused');
      expect([code, places]).toEqual([1, PLACES]);
    });

    it('is adopted by a second run after the first one was killed in its midst', async () => {
      const { pool } = database;
      const leaves = async (): Promise<number> =>
        Number((await pool.query('SELECT max(place) AS last FROM log_leaves')).rows[0]?.last ?? 0);
      const first = runCommand('log:adopt', accepting, env);
      await until(async () => {
        if (first.process.exitCode !== null) throw new Error(`the command ended:\n${first.output()}`);
        return (await leaves()) > KILLED_AT * LEAVES;
      }, WITHIN_MS);
      first.process.kill('SIGKILL');
      expect(await first.exited).toBe('SIGKILL');
      // The database frees the lock of the killed command as soon as it notices that the connection is gone.
      await until(async () => {
        const { rowCount } = await pool.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory'
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rowCount === 0;
      });
      const before = await leaves();
      expect(before).toBeLessThan(LEAVES);
      const { code, output, places } = await adopt(`adopted from leaf ${before} on`, ...accepting);
      expect([code, places]).toEqual([0, []]);
      expect(output).toContain(`The log is adopted (leaves: ${LEAVES})`);
      env['LOG_ADOPTED'] = /^[\w-]+\.[0-9a-f]{8}\.[\w-]{43}$/m.exec(output)?.[0] ?? '';
      expect(await treeSize(pool)).toBe(LEAVES);
      expect((await newestCheckpoint(pool))?.size).toBe(LEAVES);
    });

    it('needs no new statement if the command is run again', async () => {
      const { code, output } = await adopt('verified again');
      expect([code, output]).toEqual([0, expect.stringContaining('There is nothing to adopt')]);
    });

    it('is refused with the place of a forged event in its midst', async () => {
      const { stream, revision } = await store.forge(streamNumber(LARGE_LOG_EVENTS / 20));
      const { code, places } = await adopt('refused for a forged event');
      expect([code, places]).toEqual([1, [`${stream}@${revision}`]]);
    });
  },
);
