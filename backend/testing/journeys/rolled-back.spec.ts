import { EventsLost } from '#src/app/lost-events';
import { checkpointPlace, placeName } from '#src/eventsourcing/trust/place-names';
import { ndaStream } from '#src/nda/nda.events';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';
import { until } from '#src/platform/testing/until';
import { readKeptCheckpoint } from '#src/proof/kept-checkpoint';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { type AttackedStore, attackedStore, STORES } from '../faults/attacked-store.js';
import { invitedByLink, linkCall, untilInvitationSent } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { untilSent } from '../steps/steps.js';

/** The tables of the tree over the log, and the positions of readers. */
const TABLES = ['log_leaves', 'log_nodes', 'log_tree', 'log_forks', 'log_checkpoints', 'checkpoints'];

describe.each(firstUnlessAll(STORES))(
  'a dispute that somebody takes back together with its traces, in %s',
  (kind) => {
    let store: AttackedStore;
    let before: AttackedStore | undefined;
    const opened: TestBackend[] = [];
    let first: TestBackend;
    beforeAll(async () => {
      store = await attackedStore(kind);
      first = await startTestBackend({ env: store.env });
    });
    afterAll(async () => {
      for (const one of opened) await one.backend.stop();
      await first.stop();
      await store.stop();
      await before?.stop();
    });

    // A server has the events in files. They are put back with the copy of the store.
    const tables = kind === 'PostgreSQL' ? ['event_store.events', ...TABLES] : TABLES;
    const sql = (text: string) => first.database.pool.query(text);
    const copyOf = (table: string): string => `copies.${table.replace('.', '_')}`;

    /** Makes an agreement that Party 2 signed by a link. */
    async function signed(): Promise<string> {
      const { browser, id, token } = await invitedByLink(first);
      await untilInvitationSent(first, id);
      await first
        .browser()
        .post(linkCall(token, '/sign'))
        .send({ signature: signature(2) })
        .expect(200);
      await untilSent(browser, id);
      return id;
    }

    it('lets no backend start that kept a checkpoint over the dispute, and any other backend', async () => {
      const id = await signed();
      await first.backend.stop();
      await sql('CREATE SCHEMA copies');
      for (const table of tables) await sql(`CREATE TABLE ${copyOf(table)} AS SELECT * FROM ${table}`);
      const old = await store.copy();
      before = old;

      const disputed = await startTestBackend({ on: first, env: store.env });
      opened.push(disputed);
      const { infrastructure } = disputed.backend;
      const link = infrastructure.linkTokens.make({ purpose: 'dispute', ndaId: id, about: 2 });
      const { body } = await disputed.browser().post(`/api/disputes/${link}`).expect(200);
      expect(body.disputedAt).toEqual(expect.any(String));
      const { revision } = (await infrastructure.store.readStream(ndaStream(id))).at(-1) ?? { revision: -1 };
      await until(async () => {
        const leaf = 'SELECT FROM log_leaves WHERE stream = $1 AND revision = $2';
        return (await first.database.pool.query(leaf, [ndaStream(id), revision])).rowCount === 1;
      });
      const admin = disputed.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      await admin.post('/api/audit/checkpoints').expect(201);
      const kept = await readKeptCheckpoint(first.dataDir);
      if (kept === undefined) throw new Error('no checkpoint was kept');
      await disputed.backend.stop();

      for (const table of tables) {
        await sql(`DELETE FROM ${table}`);
        await sql(`INSERT INTO ${table} SELECT * FROM ${copyOf(table)}`);
      }
      const start = async (on: Pick<TestBackend, 'database' | 'secrets'>): Promise<TestBackend> => {
        const started = await startTestBackend({ on, env: old.env });
        opened.push(started);
        return started;
      };
      await expect(start(first)).rejects.toThrow(EventsLost);
      await expect(start(first)).rejects.toThrow(placeName(checkpointPlace(kept.checkpoint)));
      // Nothing else tells that the log had a later end (docs/security.md).
      const { database, secrets } = first;
      const other = await start({ database, secrets });
      const answer = await other.browser().get(`/api/disputes/${link}`).expect(200);
      expect(answer.body.disputedAt).toBeNull();
    });
  },
);
