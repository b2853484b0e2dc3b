import { randomUUID } from 'node:crypto';
import { until } from '../../platform/testing/until.js';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import type { Projection } from './projection.js';
import { ProjectionWriter } from './projection-writer.js';
import { rebuildProjection } from './rebuild.js';
import { sumChanges } from './sums.js';
import {
  added,
  appendTo,
  closed,
  type CounterEvent,
  type CounterRow,
  counterJournal,
  counters,
  opened,
} from './testing/counters.js';
import {
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';

/**
 * Keeps the number of counters, and for each counter name the total amount of the counters with that name.
 */
const summing: Projection<CounterRow, CounterEvent> = {
  ...counters(),
  sums: {
    table: 'counter_sums',
    of: ({ name, totalAmount }) => [
      { name: 'counters', part: '', value: 1 },
      { name: 'amount', part: name, value: totalAmount },
    ],
  },
};

describe('the changes that a batch makes to the sums', () => {
  const row = (totalAmount: number): CounterRow => ({
    id: 'a',
    name: 'one',
    totalAmount,
    openedAt: '',
    history: { amounts: [] },
  });
  const at = (amount: number | undefined) => {
    const kept = amount === undefined ? undefined : row(amount);
    return new Map([['a', { row: kept, revision: 1, deleted: kept === undefined }]]);
  };
  const { sums } = summing;
  if (sums === undefined) throw new Error('there are sums');

  it("are the row's new contribution minus its old one", () => {
    expect(sumChanges(sums, new Map(), at(3))).toEqual([
      { name: 'counters', part: '', value: 1 },
      { name: 'amount', part: 'one', value: 3 },
    ]);
    expect(sumChanges(sums, at(3), at(1))).toEqual([{ name: 'amount', part: 'one', value: -2 }]);
    expect(sumChanges(sums, at(3), at(undefined))).toEqual([
      { name: 'counters', part: '', value: -1 },
      { name: 'amount', part: 'one', value: -3 },
    ]);
    expect(sumChanges(sums, at(3), at(3))).toEqual([]);
    expect(sumChanges(sums, at(undefined), at(undefined))).toEqual([]);
  });
});

describe('the sums of a read model', () => {
  let infrastructure: Infrastructure;
  const backends: TestBackend[] = [];

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
    await infrastructure.pool.query(
      `CREATE TABLE counter_sums (name text NOT NULL, part text NOT NULL, value bigint NOT NULL,
         CONSTRAINT counter_sums_pkey PRIMARY KEY (name, part))`,
    );
  });
  afterEach(async () => {
    await Promise.all(backends.splice(0).map((each) => each.stop()));
    await infrastructure.drop();
  });

  const sums = async (): Promise<Record<string, number>> => {
    const { rows } = await infrastructure.pool.query<{ key: string; value: number }>(
      "SELECT trim(name || ' ' || part) AS key, value::int AS value FROM counter_sums ORDER BY 1",
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  const serve = async (): Promise<TestBackend> => {
    const backend = await startBackend(infrastructure, summing);
    backends.push(backend);
    return backend;
  };
  const append = (id: string, after: number, ...events: Parameters<typeof appendTo>[3][]) =>
    appendTo(infrastructure.store, id, after, ...events);

  it('follow changes and deletions of the rows', async () => {
    const { readYourWrites } = await serve();
    const [one, two] = [randomUUID(), randomUUID()];
    await append(one, -1, opened('a'), added(2));
    await append(two, -1, opened('a'), added(5));
    await readYourWrites.waitFor('counters', two, 1);
    expect(await sums()).toEqual({ 'amount a': 7, counters: 2 });
    await append(one, 1, added(1));
    await append(two, 1, closed);
    await readYourWrites.waitFor('counters', two, 2);
    expect(await sums()).toEqual({ 'amount a': 3, counters: 1 });
  });

  it('count nothing twice if the log is read again, and do not change under an older epoch', async () => {
    const id = randomUUID();
    const { position } = await append(id, -1, opened('a'), added(2));
    const events = (await infrastructure.store.readStream(`counter-${id}`)).map((event) =>
      counterJournal.decode<CounterEvent>(event),
    );
    await claimCheckpoint(infrastructure.pool, { name: 'counters', version: 1, storeId: 's', epoch: 3 });
    const fence = { name: 'counters', from: undefined, to: position, epoch: 3 };
    const writer = new ProjectionWriter(infrastructure.pool, summing);
    const folded = await writer.fold(events);
    expect(await writer.commit(folded, { ...fence, epoch: 2 })).toBe(false);
    expect(await sums()).toEqual({});
    expect(await writer.commit(await writer.fold(events), fence)).toBe(true);
    await infrastructure.pool.query('UPDATE checkpoints SET position = NULL');
    const another = new ProjectionWriter(infrastructure.pool, summing);
    expect(await another.commit(await another.fold(events), fence)).toBe(true);
    expect(await sums()).toEqual({ 'amount a': 2, counters: 1 });
  });

  it('are rebuilt beside the old ones together with the rows, and continue from there', async () => {
    const { readYourWrites, runner } = await serve();
    const [one, two] = [randomUUID(), randomUUID()];
    await append(one, -1, opened('a'), added(2), added(3));
    await append(two, -1, opened('b'), closed);
    await readYourWrites.waitFor('counters', two, 1);
    await infrastructure.pool.query('UPDATE counter_sums SET value = 1000');
    const { pool, log } = infrastructure;
    const result = await rebuildProjection({ pool, log, journal: counterJournal, projection: summing });
    expect(result).toMatchObject({ events: 5 });
    expect(await sums()).toEqual({ 'amount a': 5, counters: 1 });
    expect((await pool.query("SELECT to_regclass('counter_sums__rebuild') AS left")).rows).toEqual([
      { left: null },
    ]);
    await until(() => runner.status().leading);
    await append(one, 2, added(1));
    await until(async () => (await sums())['amount a'] === 6);
  });
});
