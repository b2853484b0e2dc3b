import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AppendSecret } from '#src/app/append-secret';
import type { Secrets } from '#src/app/secrets';
import { migrations } from '#src/app/database-schema';
import { openEventStore } from '#src/app/open-event-store';
import { copyDatabase } from '#src/cli/copy-database';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { silentLogger } from '#src/platform/logging/logger';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { command, type Environment } from '../backend/built-backend.js';
import { signature } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { acceptLosses } from '../log/accept-losses.js';
import { create, mails, payByCard, read, sign, signedByBoth, untilReady, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** The event store of a drill. An operator copies and restores it. */
export interface DrilledStore {
  readonly env: Readonly<Record<string, string>>;
  /** Copies the event store. @returns the name of the copy, or the copy itself */
  copy(from: TestDatabase): Promise<string>;
  restore(into: TestDatabase, copy: string): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a database with all tables and no rows. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrations: [...migrations] });
  await (await openEventStore({ url: undefined, databaseUrl: database.url }, silentLogger)).close();
  return database;
}

/**
 * Defines the drills. In the first drill, the restored event store is older than the database. In the second
 * drill, the database is older than the event store. In the third drill, the database is empty.
 */
export function backupDrills(name: string, open: () => Promise<DrilledStore>): void {
  describe(`a restore on ${name}`, () => {
    let secrets: Secrets;
    const databases: TestDatabase[] = [];
    const started: TestBackend[] = [];
    let store: DrilledStore;
    let first: TestBackend;
    beforeEach(async () => {
      secrets = testSecrets();
      store = await open();
      databases.push(await createTestDatabase());
      first = await start(databases[0] as TestDatabase);
    });
    afterEach(async () => {
      // A backend that a failed test leaves running would look for its database forever.
      await Promise.all(started.splice(0).map(({ backend }) => backend.stop()));
      await Promise.all(databases.splice(0).map((database) => database.drop()));
      await rm(first.dataDir, { recursive: true, force: true });
      await store.stop();
    });

    const start = async (
      database: TestDatabase,
      env: Readonly<Record<string, string>> = {},
      dataDir?: string,
    ): Promise<TestBackend> => {
      const backend = await startTestBackend({
        on: { database, secrets, ...(dataDir === undefined ? {} : { dataDir }) },
        env: { ...store.env, ...env },
      });
      started.push(backend);
      return backend;
    };
    const envOf = (database: TestDatabase): Environment => ({
      DATABASE_URL: database.url,
      DATA_DIR: first.dataDir,
      ...environmentOf(secrets),
      ...store.env,
    });
    const operate = (name: string, args: readonly string[], database: TestDatabase) =>
      command(name, args, envOf(database));
    /** Puts a new key in front of APPEND_KEY. From now on, events are authenticated by it. */
    const rotate = async (browser: ReturnType<TestBackend['browser']>) => {
      await first.backend.stop();
      const { log, keys } = secrets.appendKeys as AppendSecret;
      secrets = { ...secrets, appendKeys: { log, keys: [randomBytes(32), ...keys] } };
      first = await start(databases[0] as TestDatabase, {}, first.dataDir);
      return browserOf(first, browser);
    };
    /** Returns the same person's browser on another backend. */
    const browserOf = (backend: TestBackend, before: ReturnType<TestBackend['browser']>) =>
      Object.assign(backend.browser(), { jar: before.jar });
    const sent = async (browser: ReturnType<TestBackend['browser']>): Promise<string> => {
      const id = await signedByBoth(browser);
      await payByCard(browser, id);
      await untilSent(browser, id);
      return id;
    };
    const typesOf = async (backend: TestBackend, id: string): Promise<string[]> =>
      (await backend.backend.infrastructure.store.readStream(ndaStream(id))).map(({ type }) => type);

    it('is repaired by one command if the store is older than the database', async () => {
      const [database] = databases as [TestDatabase];
      let browser = first.browser();
      const kept = await sent(browser);
      const erased = await create(browser);
      const copy = await store.copy(database);
      browser = await rotate(browser);
      await first.backend.infrastructure.commands.run(
        ndaDecider,
        erased,
        { type: 'EraseNda', reason: 'admin' },
        contextAt(new Date().toISOString(), { commandId: newId() }),
      );
      await until(async () => (await typesOf(first, erased)).includes('NdaKeyDestroyed.v1'));
      const lost = await create(browser);
      await until(
        async () => (await database.pool.query('SELECT FROM ndas WHERE id = $1', [lost])).rowCount === 1,
      );
      await first.backend.stop();
      await store.restore(database, copy);

      await expect(start(database)).rejects.toThrow(/older state.*siegel projections:rebuild/s);
      const { code, output } = await operate('projections:rebuild', [], database);
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('reaction:erase-key-when-nda-erased: starts over'),
      });
      await expect(start(database, {}, first.dataDir)).rejects.toThrow(/are lost.*siegel log:adopt/s);
      const { places, statement } = await acceptLosses(envOf(database));
      expect(places).toContain(`${ndaStream(lost)}@0`);
      secrets = { ...secrets, logAdopted: statement };
      const again = await start(database, {}, first.dataDir);
      try {
        const same = browserOf(again, browser);
        expect((await read(same, kept)).status).toBe('sent');
        for (const id of [lost, erased]) await same.get(`/api/ndas/${id}`).expect(404);
        expect(await typesOf(again, erased)).toEqual(['NdaCreated.v2', 'NdaErased.v1', 'NdaKeyDestroyed.v1']);
        // The reaction requests some work a second time. The jobs then find that the work is done already.
        const head = await again.backend.infrastructure.store.head();
        await until(
          async () =>
            (
              await database.pool.query(
                `SELECT 1 FROM checkpoints WHERE name = 'reaction:deliver-when-completed-and-paid' AND position = $1`,
                [head],
              )
            ).rowCount === 1,
        );
        await sent(same);
        // Each of the two agreements has three mails: the order confirmation, and the document to each party.
        expect(await mails(same)).toHaveLength(6);
      } finally {
        await again.backend.stop();
      }
    });

    it('serves what it can if the database is older than the store, and reports missing keys', async () => {
      const [database] = databases as [TestDatabase];
      let browser = first.browser();
      const [kept, unsigned] = [await create(browser), await create(browser)];
      const older = await emptyDatabase();
      databases.push(older);
      await copyDatabase(database.url, older.url, { overwrite: true });
      // When a backup is restored, the backends that ran at its time are long silent.
      await older.pool.query('DELETE FROM live_backends');
      browser = await rotate(browser);
      await sign(browser, unsigned, 1);
      const made = await sent(browser);
      const draft = await create(browser);
      await first.backend.stop();
      await store.restore(older, await store.copy(database));

      const again = await start(older, {}, first.dataDir);
      try {
        const same = browserOf(again, browser);
        expect((await read(same, kept)).status).toBe('draft');
        await until(async () => (await read(same, unsigned)).status === 'party1_signed');
        const isMissing = async (asked: PromiseLike<{ status: number; body: { code?: string } }>) => {
          const { status, body } = await asked;
          expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
        };
        await isMissing(same.get(`/api/ndas/${made}`));
        await isMissing(same.get(`/api/ndas/${made}/agreement`));
        await isMissing(same.get(`/api/ndas/${made}/pdf`));
        await isMissing(same.get(`/api/ndas/${unsigned}/signatures/1`));
        const signing = { partyNumber: '1', signature: signature(1), signatureMode: 'in-person' };
        await isMissing(same.post(`/api/ndas/${draft}/sign`).send(signing));
        const { body: listed } = await same.get('/api/ndas').expect(200);
        expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([unsigned, kept]);

        const ready = async () => (await untilReady(same)).warnings;
        const areKeysMissing = async () =>
          (await ready())?.some((text) => text.includes('keys of 2 agreements'));
        expect(await areKeysMissing()).toBe(true);
        const { output } = await operate('replay', [made], older);
        expect(output).toContain('personal: key missing');
        expect(output).not.toContain('erased');

        expect((await sign(same, await create(same), 1)).status).toBe('party1_signed');
        // The rows of `vault_keys` are all that is needed from a newer backup.
        const { rows } = await database.pool.query('SELECT to_jsonb(k) AS key FROM vault_keys k');
        await older.pool.query(
          `INSERT INTO vault_keys SELECT * FROM jsonb_populate_recordset(NULL::vault_keys, $1) ON CONFLICT DO NOTHING`,
          [JSON.stringify(rows.map(({ key }) => key))],
        );
        expect((await read(same, made)).status).toBe('sent');
        // The document of that agreement is missing too, and the service tells that by another warning.
        await until(async () => (await areKeysMissing()) !== true);
      } finally {
        await again.backend.stop();
      }
    });

    it('is refused without the database, unless the operator gives up the keys', async () => {
      const [database] = databases as [TestDatabase];
      const browser = first.browser();
      const id = await create(browser);
      await first.backend.stop();
      const empty = await emptyDatabase();
      databases.push(empty);
      await store.restore(empty, await store.copy(database));
      await expect(start(empty)).rejects.toThrow('START_WITHOUT_KEYS=true');
      expect((await empty.pool.query('SELECT 1 FROM checkpoints')).rowCount).toBe(0);

      const given = await start(empty, { START_WITHOUT_KEYS: 'true' });
      const same = browserOf(given, browser);
      await same.get(`/api/ndas/${id}`).expect(503);
      const next = await create(same);
      expect((await read(same, next)).status).toBe('draft');
      await given.backend.stop();

      const later = await start(empty);
      const { warnings } = await untilReady(later.browser());
      expect(warnings).toEqual([expect.stringContaining('keys of 1 agreements')]);
      await later.backend.stop();
    });
  });
}
