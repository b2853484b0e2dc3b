import { randomUUID } from 'node:crypto';
import { readCheckpoints } from '../subscriptions/checkpoints.js';
import { rebuildProjection } from './rebuild.js';
import { added, appendTo, closed, counterJournal, counters, opened } from './testing/counters.js';
import { until } from '../../platform/testing/until.js';
import {
  counterRow,
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';

describe('a rebuild', () => {
  let infrastructure: Infrastructure;
  const backends: TestBackend[] = [];

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
  });

  afterEach(async () => {
    await Promise.all(backends.splice(0).map((each) => each.stop()));
    await infrastructure.drop();
  });

  const rebuild = (projection = counters()) =>
    rebuildProjection({
      pool: infrastructure.pool,
      log: infrastructure.log,
      journal: counterJournal,
      projection,
    });

  const names = async (): Promise<unknown> =>
    (
      await infrastructure.pool.query(`
        SELECT conname AS name, pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE conrelid = 'counters'::regclass
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'counters%'
        UNION ALL SELECT relname, relkind::text FROM pg_class WHERE relname LIKE 'counters%' ORDER BY 1, 2`)
    ).rows;

  it('produces the same rows from the first event, and leaves all database names unchanged', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await appendTo(infrastructure.store, one, -1, opened('one'), added(2));
    await appendTo(infrastructure.store, two, -1, opened('two'), closed);
    const before = await names();
    await infrastructure.pool.query(
      `INSERT INTO counters SELECT gen_random_uuid(), 0, 'wrong', 0, now(), '{}'`,
    );
    expect(await rebuild()).toMatchObject({ projection: 'counters', events: 4 });
    expect((await infrastructure.pool.query('SELECT id, total_amount FROM counters')).rows).toEqual([
      { id: one, total_amount: 2 },
    ]);
    expect(
      (await infrastructure.pool.query('SELECT projection, id FROM projection_tombstones')).rows,
    ).toEqual([{ projection: 'counters', id: two }]);
    expect(await names()).toEqual(before);
    expect((await readCheckpoints(infrastructure.pool)).map(({ name }) => name)).toEqual(['counters']);
  });

  it('starts over after an interrupted rebuild', async () => {
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'), added(2));
    const failing = {
      ...counters(),
      fold: () => {
        throw new Error('interrupted');
      },
    };
    await expect(rebuild(failing)).rejects.toThrow('interrupted');
    expect(
      (await infrastructure.pool.query("SELECT to_regclass('counters__rebuild') IS NOT NULL AS left")).rows,
    ).toEqual([{ left: true }]);
    await rebuild();
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision: 1, total: 2 });
    expect(
      (await infrastructure.pool.query("SELECT to_regclass('counters__rebuild') IS NULL AS gone")).rows,
    ).toEqual([{ gone: true }]);
  });

  it('runs while the old table is in use, and no reader sees a row missing or going back', async () => {
    const id = randomUUID();
    const backend = await startBackend(infrastructure);
    backends.push(backend);
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await backend.readYourWrites.waitFor('counters', id, 0);
    const running = { writes: true };
    let revision = 0;
    const seen: number[] = [];
    const writer = (async () => {
      while (running.writes) {
        await appendTo(infrastructure.store, id, revision++, added(1));
        expect(await backend.readYourWrites.waitFor('counters', id, revision)).toBe(true);
      }
    })();
    const reader = (async () => {
      while (running.writes) seen.push((await counterRow(infrastructure.pool, id))?.revision ?? -1);
    })();
    const epochs = [];
    for (let n = 0; n < 3; n++) {
      const at = revision;
      await rebuild();
      epochs.push((await readCheckpoints(infrastructure.pool))[0]?.epoch);
      await until(() => revision > at + 20);
    }
    running.writes = false;
    await Promise.all([writer, reader]);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen[0]).toBeGreaterThanOrEqual(0);
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision, total: revision });
    expect(new Set(epochs).size).toBe(3);
  });

  it('starts by itself if the version was raised, and ends the leadership of an older backend', async () => {
    const id = randomUUID();
    const older = await startBackend(infrastructure, counters(1, 1));
    backends.push(older);
    await appendTo(infrastructure.store, id, -1, opened('one'), added(2));
    await older.readYourWrites.waitFor('counters', id, 1);
    const newer = await startBackend(infrastructure, counters(2, 10));
    backends.push(newer);
    await until(async () => (await counterRow(infrastructure.pool, id))?.total === 20);
    await until(() => newer.runner.status().leading && !older.runner.status().leading);
    await appendTo(infrastructure.store, id, 1, added(1));
    await until(async () => (await counterRow(infrastructure.pool, id))?.total === 30);
    expect((await readCheckpoints(infrastructure.pool))[0]).toMatchObject({ version: 2 });
  });
});
