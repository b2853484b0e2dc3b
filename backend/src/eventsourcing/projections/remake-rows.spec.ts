import { randomUUID } from 'node:crypto';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { LeaseTable } from '../subscriptions/leases/lease-table.js';
import { projectionLease } from './projection.js';
import { Died, DyingPool } from '../../platform/postgres/testing/dying-pool.js';
import { until } from '../../platform/testing/until.js';
import { remakeRows } from './remake-rows.js';
import { added, appendTo, counterJournal, counters, opened } from './testing/counters.js';
import {
  counterRow,
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';
import { stepUnlessAll } from '../../platform/testing/only-in-all.js';

let infrastructure: Infrastructure;
let backend: TestBackend;
beforeEach(async () => {
  infrastructure = await createInfrastructure();
  backend = await startBackend(infrastructure);
});
afterEach(async () => {
  await backend.stop();
  await infrastructure.drop();
});

const remake = (ids: string | readonly string[], pool = infrastructure.pool): Promise<void> => {
  const { log } = infrastructure;
  const streams = [ids].flat().map((id) => ({ stream: `counter-${id}`, gone: [] }));
  return remakeRows({ pool, log, journal: counterJournal }, counters(), streams);
};

it('makes a row from the events that are left, while a backend serves', async () => {
  const { pool, store } = infrastructure;
  const [id, other] = [randomUUID(), randomUUID()];
  await appendTo(store, id, -1, opened('a'), added(5), added(7));
  await appendTo(store, other, -1, opened('b'), added(1));
  await until(async () => (await counterRow(pool, other)) !== undefined);
  await pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', [`counter-${id}`]);
  await remake(id);
  expect(await counterRow(pool, id)).toEqual({ revision: 1, total: 5 });
  // The leader forgets the row that it remembers, and folds on.
  await appendTo(store, id, 1, added(3));
  await until(async () => (await counterRow(pool, id))?.revision === 2);
  expect(await counterRow(pool, id)).toEqual({ revision: 2, total: 8 });
  expect(await counterRow(pool, other)).toEqual({ revision: 1, total: 1 });
});

it('removes the row of a stream of which nothing is left', async () => {
  const { pool, store } = infrastructure;
  const id = randomUUID();
  await appendTo(store, id, -1, opened('a'), added(5));
  await until(async () => (await counterRow(pool, id)) !== undefined);
  await pool.query('DELETE FROM event_store.events WHERE stream = $1', [`counter-${id}`]);
  await remake(id);
  expect(await counterRow(pool, id)).toBeUndefined();
});

it('holds the lease while it reads the streams, so that no backend takes it again', async () => {
  const { pool, store, log } = infrastructure;
  const id = randomUUID();
  await appendTo(store, id, -1, opened('a'), added(5));
  await until(async () => (await counterRow(pool, id)) !== undefined);
  const projection = counters();
  const { name, version } = projection;
  const table = new LeaseTable(pool, randomUUID(), 60_000);
  // Another backend tries to lead the projection while the stream is read.
  const lead = async (): Promise<boolean> => {
    const epoch = await table.take(projectionLease(name));
    if (epoch === undefined) return false;
    await claimCheckpoint(pool, { name, version, storeId: await log.storeId(), epoch });
    await table.giveUp(projectionLease(name), epoch);
    return true;
  };
  const led: boolean[] = [];
  const watched = Object.create(log, {
    load: {
      value: async (stream: string) => {
        led.push(await lead());
        return log.load(stream);
      },
    },
  }) as typeof log;
  await pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 1', [`counter-${id}`]);
  await remakeRows({ pool, log: watched, journal: counterJournal }, projection, [
    { stream: `counter-${id}`, gone: [] },
  ]);
  expect(led).toEqual([false]);
  expect(await counterRow(pool, id)).toEqual({ revision: 0, total: 0 });
  // A backend leads again as soon as the rows are written.
  await appendTo(store, id, 0, added(3));
  await until(async () => (await counterRow(pool, id))?.total === 3);
});

/** Each statement is tried in `npm run test:all`, otherwise each fourth. */
const STEP = stepUnlessAll(4);

it('leaves whole rows wherever it is killed, and is finished by the next run', async () => {
  const { pool, store } = infrastructure;
  for (let statement = 1, isOver = false; !isOver; statement += STEP)
    for (const when of ['before', 'after'] as const) {
      const [changed, gone] = [randomUUID(), randomUUID()];
      await appendTo(store, changed, -1, opened('a'), added(5), added(7));
      await appendTo(store, gone, -1, opened('b'), added(1));
      await until(async () => (await counterRow(pool, gone)) !== undefined);
      await pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', [
        `counter-${changed}`,
      ]);
      await pool.query('DELETE FROM event_store.events WHERE stream = $1', [`counter-${gone}`]);
      const dying = new DyingPool(pool, statement, when);
      await remake([changed, gone], dying.asPool()).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error;
      });
      isOver = dying.survived;
      // Both rows were rebuilt, or none.
      const left = [await counterRow(pool, changed), await counterRow(pool, gone)];
      expect([
        [
          { revision: 2, total: 12 },
          { revision: 1, total: 1 },
        ],
        [{ revision: 1, total: 5 }, undefined],
      ]).toContainEqual(left);
      await remake([changed, gone]);
      expect(await counterRow(pool, changed)).toEqual({ revision: 1, total: 5 });
      expect(await counterRow(pool, gone)).toBeUndefined();
      // The leader folds on.
      await appendTo(store, changed, 1, added(3));
      await until(async () => (await counterRow(pool, changed))?.total === 8);
    }
});
