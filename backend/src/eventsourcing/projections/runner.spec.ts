import { randomUUID } from 'node:crypto';
import { type Logger, silentLogger } from '../../platform/logging/logger.js';
import { claimCheckpoint, readCheckpoints, verifyCheckpoints } from '../subscriptions/checkpoints.js';
import { ProjectionWriter } from './projection-writer.js';
import {
  added,
  appendTo,
  closed,
  type CounterEvent,
  type CounterRow,
  counterJournal,
  counters,
  noted,
  opened,
} from './testing/counters.js';
import { until } from '../../platform/testing/until.js';
import {
  counterRow,
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';

describe('ProjectionRunner', () => {
  let infrastructure: Infrastructure;
  const backends: TestBackend[] = [];

  const backend = async (
    ...args: Parameters<typeof startBackend> extends [unknown, ...infer Rest] ? Rest : never
  ): Promise<TestBackend> => {
    const started = await startBackend(infrastructure, ...args);
    backends.push(started);
    return started;
  };

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
  });

  afterEach(async () => {
    await Promise.all(backends.splice(0).map((each) => each.stop()));
    await infrastructure.drop();
  });

  it.each([
    ['no user waits for a row', ['Opened'], true],
    ['a user may wait', undefined, false],
  ] as const)('checks whether the service is busy only if no user waits: %s', async (_, only, isAsked) => {
    let checks = 0;
    const busy = (): boolean => {
      checks += 1;
      return false;
    };
    const projection = { ...counters(), ...(only === undefined ? {} : { only }) };
    const { runner } = await backend(projection, silentLogger, busy);
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 0);
    await until(() => runner.status().caughtUp);
    expect(checks > 0).toBe(isAsked);
  });

  it('folds the events that the log contains, and new ones', async () => {
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'), added(2));
    await backend();
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 1);
    await appendTo(infrastructure.store, id, 1, added(3), noted);
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 3);
    const { rows } = await infrastructure.pool.query(
      'SELECT name, total_amount, opened_at, history FROM counters',
    );
    expect(rows).toEqual([
      {
        name: 'one',
        total_amount: 5,
        opened_at: new Date('2026-03-01T12:00:00Z'),
        history: { amounts: [2, 3] },
      },
    ]);
  });

  it('deletes a row and remembers the revision of the deletion', async () => {
    const id = randomUUID();
    await backend();
    await appendTo(infrastructure.store, id, -1, opened('one'), closed, noted);
    const stone = await until(
      async () => (await infrastructure.pool.query('SELECT * FROM projection_tombstones')).rows[0],
    );
    expect(stone).toEqual({ projection: 'counters', id, revision: 2, done: true });
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
  });

  it('runs on one of two backends, and the other takes over at once when that one stops', async () => {
    const first = await backend();
    await until(() => first.runner.status().leading);
    const second = await backend();
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await until(async () => (await counterRow(infrastructure.pool, id)) !== undefined);
    expect(second.runner.status()).toMatchObject({ leading: false, lagMs: undefined });
    await first.runner.stop();
    await until(() => second.runner.status().leading, 1500);
  });

  it('continues where it stopped', async () => {
    const id = randomUUID();
    const first = await backend();
    await appendTo(infrastructure.store, id, -1, opened('one'), added(1));
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 1);
    await first.runner.stop();
    await appendTo(infrastructure.store, id, 1, added(1));
    await backend();
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 2);
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision: 2, total: 2 });
  });

  it('retries a fold that throws, and does not skip the event', async () => {
    const id = randomUUID();
    let broken = true;
    const projection = counters();
    const errors: object[] = [];
    const logger: Logger = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (details) => errors.push(details),
    };
    const fragile = {
      ...projection,
      fold: (...args: Parameters<typeof projection.fold>) => {
        if (broken && args[1].type === 'Added') throw new TypeError('no');
        return projection.fold(...args);
      },
    };
    const { runner } = await backend(fragile, logger);
    await appendTo(infrastructure.store, id, -1, opened('one'), added(7), added(1));
    await until(() => runner.status().fault === 'TypeError');
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
    broken = false;
    await until(async () => (await counterRow(infrastructure.pool, id))?.total === 8);
    await until(() => runner.status().fault === undefined && runner.status().lagMs === 0);
    expect(errors).toHaveLength(1);
  });

  it('resumes when the database can be reached again', async () => {
    const id = randomUUID();
    await backend();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await until(async () => (await counterRow(infrastructure.pool, id)) !== undefined);
    const name = (await infrastructure.pool.query<{ name: string }>('SELECT current_database() AS name'))
      .rows[0]?.name;
    await infrastructure.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
    // The test's own connections to the store were broken too, so the append is repeated until it succeeds.
    await until(() => appendTo(infrastructure.store, id, 0, added(4)).catch(() => undefined));
    await until(async () => (await counterRow(infrastructure.pool, id))?.revision === 1);
  });

  it('reports no fault after a short outage of the database, even if no event was appended', async () => {
    const { runner } = await backend();
    await until(() => runner.status().caughtUp);
    const back = await infrastructure.database.away();
    await until(() => runner.status().fault !== undefined);
    await back();
    await until(() => runner.status().leading && runner.status().fault === undefined);
    expect(runner.status()).toMatchObject({ caughtUp: true, lagMs: 0 });
  });

  it('refuses a checkpoint that belongs to another store or lies past the end', async () => {
    await claimCheckpoint(infrastructure.pool, {
      name: 'counters',
      version: 1,
      storeId: await infrastructure.store.storeId(),
      epoch: 1,
    });
    await verifyCheckpoints(infrastructure.pool, infrastructure.store);
    await expect(
      verifyCheckpoints(infrastructure.pool, {
        storeId: () => Promise.resolve('another'),
        holds: () => Promise.resolve(true),
      }),
    ).rejects.toMatchObject({ reason: 'other store' });
    await infrastructure.pool.query("UPDATE checkpoints SET position = '9'");
    await expect(verifyCheckpoints(infrastructure.pool, infrastructure.store)).rejects.toMatchObject({
      reason: 'past the end',
      message: expect.stringMatching(
        /If nobody restored it, .*siegel log:repair[^]*siegel projections:rebuild/,
      ),
      name: 'CheckpointRefused',
    });
  });
});

describe('a batch', () => {
  let infrastructure: Infrastructure;

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
  });

  afterEach(() => infrastructure.drop());

  const given = async () => {
    const id = randomUUID();
    const { position } = await appendTo(infrastructure.store, id, -1, opened('one'), added(2));
    const events = (await infrastructure.store.readStream(`counter-${id}`)).map((event) =>
      counterJournal.decode<never>(event),
    );
    await claimCheckpoint(infrastructure.pool, { name: 'counters', version: 1, storeId: 's', epoch: 3 });
    const writer = new ProjectionWriter(infrastructure.pool, counters());
    return {
      id,
      position,
      events,
      writer,
      fence: { name: 'counters', from: undefined, to: position, epoch: 3 },
    };
  };

  it('is committed once: if it is repeated, nothing is written', async () => {
    const { id, events, writer, fence, position } = await given();
    expect(await writer.commit(await writer.fold(events), fence)).toBe(true);
    expect(await writer.fold(events)).toEqual(new Map());
    expect(
      await writer.commit(await new ProjectionWriter(infrastructure.pool, counters()).fold([]), fence),
    ).toBe(false);
    expect(await counterRow(infrastructure.pool, id)).toEqual({ revision: 1, total: 2 });
    expect((await readCheckpoints(infrastructure.pool))[0]).toMatchObject({ position });
  });

  it('writes neither rows nor checkpoint under an older epoch or from another position', async () => {
    const { id, events, writer, fence, position } = await given();
    const changed = await writer.fold(events);
    expect(await writer.commit(changed, { ...fence, epoch: 2 })).toBe(false);
    expect(await writer.commit(changed, { ...fence, from: position })).toBe(false);
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
    expect((await readCheckpoints(infrastructure.pool))[0]).toMatchObject({ position: undefined });
  });

  it('does not move the checkpoint if a row cannot be written', async () => {
    const { events, writer, fence } = await given();
    const changed = await writer.fold(events);
    await infrastructure.pool.query("ALTER TABLE counters ADD CONSTRAINT never CHECK (name <> 'one')");
    await expect(writer.commit(changed, fence)).rejects.toMatchObject({ code: '23514' });
    expect((await readCheckpoints(infrastructure.pool))[0]).toMatchObject({ position: undefined });
  });

  it('reads and writes nothing if its projection uses none of its events', async () => {
    const { id } = await given();
    await appendTo(infrastructure.store, id, 1, noted);
    const stored = (await infrastructure.store.readStream(`counter-${id}`)).slice(-1);
    const query = jest.spyOn(infrastructure.pool, 'query');
    const choosy = new ProjectionWriter<CounterRow, CounterEvent>(infrastructure.pool, {
      ...counters(),
      only: ['Opened', 'Closed'],
    });
    expect(await choosy.fold(stored.map((event) => counterJournal.decode<CounterEvent>(event)))).toEqual(
      new Map(),
    );
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('does not bring a deleted row back', async () => {
    const { id, events, writer, fence, position } = await given();
    const { position: end } = await appendTo(infrastructure.store, id, 1, closed);
    const all = (await infrastructure.store.readStream(`counter-${id}`)).map((event) =>
      counterJournal.decode<never>(event),
    );
    expect(await writer.commit(await writer.fold(events), fence)).toBe(true);
    expect(await writer.commit(await writer.fold(all), { ...fence, from: position, to: end })).toBe(true);
    expect(await writer.fold(all)).toEqual(new Map());
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
  });
});
