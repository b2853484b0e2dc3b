import { randomUUID } from 'node:crypto';
import { type Logger, silentLogger } from '../../platform/logging/logger.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { until } from '../../platform/testing/until.js';
import { EventStoreUnavailable } from '../event-store/event-store.js';
import { StartCatchUp, type StartCatchUpOptions, type StartingReadModel } from './start-catch-up.js';
import { added, appendTo, bytesOf, opened } from './testing/counters.js';
import {
  counterRow,
  createInfrastructure,
  type Infrastructure,
  startBackend,
  type TestBackend,
} from './testing/harness.js';

describe('a start that waits for the rows', () => {
  let infrastructure: Infrastructure;
  let backend: TestBackend | undefined;
  let catchUp: StartCatchUp | undefined;
  const id = randomUUID();

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
  });
  afterEach(async () => {
    await catchUp?.stop();
    await backend?.stop();
    await infrastructure.drop();
    [backend, catchUp] = [undefined, undefined];
  });

  const readModel = (name = 'counters', streamPrefix = 'counter-'): StartingReadModel => ({
    name,
    streamPrefix,
    progress: () => backend?.runner.progress(),
  });
  function begin(changes: Partial<StartCatchUpOptions> = {}): StartCatchUp {
    const { pool, store } = infrastructure;
    const withinMs = scaledTimeout(30_000);
    catchUp = new StartCatchUp({
      pool,
      store,
      readModels: [readModel()],
      logger: silentLogger,
      withinMs,
      ...changes,
    });
    catchUp.start();
    return catchUp;
  }
  const isOver = (watched: StartCatchUp): Promise<boolean> =>
    until(() => watched.problem() === undefined && watched.warning() === undefined);
  /** Makes another backend the leader. That backend does nothing, as if it had been killed or frozen. */
  const leadElsewhere = (): Promise<unknown> =>
    infrastructure.pool.query(
      `INSERT INTO leases (name, holder, epoch, expires_at)
       VALUES ('projection:counters', gen_random_uuid(), 1, now() + interval '1 hour')`,
    );
  const endElsewhere = (): Promise<unknown> =>
    infrastructure.pool.query('UPDATE leases SET expires_at = now()');
  const placeAtEnd = async (): Promise<unknown> => {
    const { pool, store } = infrastructure;
    return pool.query(
      `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at)
       VALUES ('counters', 1, $1, $2, 1, now())`,
      [await store.storeId(), await store.head()],
    );
  };

  it('ends when this backend has folded what the log held, and the rows are there then', async () => {
    await leadElsewhere();
    await appendTo(infrastructure.store, id, -1, opened('one'), added(5));
    const watched = begin();
    backend = await startBackend(infrastructure);
    expect(watched.problem()).toBe('waiting for counters');
    expect(watched.warning()).toBeUndefined();
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
    await endElsewhere();
    await isOver(watched);
    expect(await counterRow(infrastructure.pool, id)).toMatchObject({ total: 5 });
  });

  it('ends when another backend has folded what the log held, whatever came later', async () => {
    await leadElsewhere();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    const watched = begin();
    await until(async () => (await infrastructure.pool.query('SELECT FROM leases')).rowCount === 1);
    expect(watched.problem()).toBe('waiting for counters');
    await placeAtEnd();
    await appendTo(infrastructure.store, id, 0, added(5));
    await isOver(watched);
  });

  it('does not wait for an event that came after the end, even if the place is before the end', async () => {
    const { store } = infrastructure;
    await appendTo(store, id, -1, opened('one'));
    await placeAtEnd();
    const { position: end } = await store.append('other-1', 'no-stream', [bytesOf(opened('other'))]);
    await appendTo(store, id, 0, added(5));
    const { isBefore, readAll } = store;
    const parts = { isBefore: isBefore.bind(store), readAll: readAll.bind(store) };
    await isOver(begin({ store: { ...parts, head: () => Promise.resolve(end) } }));
  });

  it('waits for no read model without events, and for nothing if the log is empty', async () => {
    const readModels = [readModel(), readModel('others', 'other-')];
    await isOver(begin({ readModels }));
    await catchUp?.stop();
    await appendTo(infrastructure.store, id, -1, opened('one'));
    await placeAtEnd();
    await appendTo(infrastructure.store, id, 0, added(5));
    const watched = begin({ readModels });
    await until(() => watched.problem() === 'waiting for counters');
  });

  it('is over after its time, with a warning until the rows are there, and one log line', async () => {
    const lines: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (_, line) => void lines.push(line) };
    await appendTo(infrastructure.store, id, -1, opened('one'));
    const watched = begin({ logger, withinMs: 50 });
    await until(() => lines.length === 1);
    expect(watched.problem()).toBeUndefined();
    expect(watched.warning()).toMatch(
      /^These read models have not reached .*: counters\. Search the log lines/,
    );
    expect(lines).toEqual([watched.warning()]);
    backend = await startBackend(infrastructure);
    await isOver(watched);
    expect(lines).toHaveLength(1);
  });

  it('asks again while the event store is unavailable', async () => {
    const { store } = infrastructure;
    await appendTo(store, id, -1, opened('one'));
    await placeAtEnd();
    let failures = 0;
    const head = (): ReturnType<typeof store.head> => {
      failures += 1;
      return failures < 3 ? Promise.reject(new EventStoreUnavailable('away')) : store.head();
    };
    const watched = begin({
      store: { ...infrastructure.store, head, isBefore: store.isBefore, readAll: store.readAll },
    });
    expect(watched.problem()).toBe('waiting for counters');
    await isOver(watched);
    expect(failures).toBe(3);
  });
});
