import { randomBytes, randomUUID } from 'node:crypto';
import { placeName } from '../eventsourcing/trust/place-names.js';
import { ndaStream } from '../nda/nda.events.js';
import { OpenStores } from '../eventsourcing/event-store/eventstoredb/testing/open-stores.js';
import { openInfrastructure, type Infrastructure } from '../app/infrastructure.js';
import { LogUnauthenticated } from '../app/unauthenticated-log.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { EventsLost, refuseLostEvents } from '../app/lost-events.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { acceptUnmarked } from '../eventsourcing/event-store/postgres/marked-events.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { chained } from '../eventsourcing/journal/testing/chained.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { testSecrets } from '../../testing/backend/test-backend.js';
import type { Secrets } from '../app/secrets.js';
import { SetClock } from '../vault/testing/vault-database.js';
import type { Decisions } from '../proof/adopt-log.js';
import { newestCheckpoint } from '../proof/signed-checkpoints.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand as commands } from '../nda/testing/commands.js';
import { TrustRepairRecords } from './trust-repair-records.js';
import { ADOPTION_LOCK, adoptDatabase, type Adopting, NO_DECISIONS } from './adopt-database.js';

const STORES = ['PostgreSQL', 'EventStoreDB'] as const;

describe.each(STORES)('a log from before APPEND_KEY in %s', (kind) => {
  const stores = new OpenStores();
  const clock = new SetClock();
  let database: TestDatabase;
  let eventStoreUrl: string | undefined;
  let secrets: Secrets;
  let opened: Infrastructure | undefined;
  beforeEach(async () => {
    database = await createServiceDatabase();
    eventStoreUrl = kind === 'EventStoreDB' ? (await stores.server()).url : undefined;
    secrets = testSecrets();
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await stores.close();
    await database.drop();
  });

  /** Runs `work` on the store as an older program sees it. */
  const asOlder = async (work: (store: EventStore) => Promise<unknown>): Promise<void> => {
    if (eventStoreUrl !== undefined) return void (await work(await stores.open(eventStoreUrl)));
    const store = await createPostgresEventStore({ url: database.url });
    await acceptUnmarked(database.pool);
    await work(store);
    await store.close();
  };
  /** Appends a stream of three events without MACs. @returns its name */
  const older = async (format: 1 | 2): Promise<string> => {
    const stream = ndaStream(randomUUID());
    const events = chained(
      [0, 1, 2].map((revision) => ({
        stream,
        revision,
        format,
        id: randomUUID(),
        type: 'Noted.v1',
        data: Buffer.from('{"open":{}}'),
      })),
    );
    await asOlder((store) => store.append(stream, 'no-stream', events));
    return stream;
  };
  const open = async (): Promise<Infrastructure> => {
    await opened?.close();
    opened = await openInfrastructure({
      databaseUrl: database.url,
      eventStoreUrl,
      secrets,
      clock,
      logger: silentLogger,
      withoutKeys: true,
      connectWithinMs: scaledTimeout(5000),
    });
    return opened;
  };
  const adopt = async (decisions: Partial<Decisions> = {}, more: Partial<Adopting> = {}) => {
    await opened?.close();
    opened = undefined;
    const result = await adoptDatabase({
      databaseUrl: database.url,
      eventStoreUrl,
      secrets,
      clock,
      decisions: { ...NO_DECISIONS, ...decisions },
      ...more,
    });
    if (result.adopted && result.statement !== undefined)
      secrets = { ...secrets, logAdopted: result.statement };
    return result;
  };
  const believed = async (stream: string): Promise<number> =>
    (await (opened ?? (await open())).log.load(stream)).events.length;

  it('is refused by a start, then adopted, believed and continued', async () => {
    const [first, second] = [await older(1), await older(2)];
    await expect(open()).rejects.toThrow(LogUnauthenticated);
    await expect(open()).rejects.toThrow('no MAC (6)');
    expect(await adopt()).toMatchObject({ adopted: true, size: 6, uncovered: { count: 6 } });
    for (const stream of [first, second]) expect(await believed(stream)).toBe(3);
    const forged = await older(2);
    expect(await believed(forged)).toBe(0);
    const result = await adopt();
    expect(result).toMatchObject({ adopted: false });
    expect(result.adopted ? [] : result.open.map(placeName)).toEqual([0, 1, 2].map((n) => `${forged}@${n}`));
  });

  it('is adopted by one of two commands at once, and by none while a backend runs', async () => {
    await older(2);
    const other = await database.pool.connect();
    try {
      await other.query('SELECT pg_advisory_lock($1)', [ADOPTION_LOCK]);
      await expect(adopt()).rejects.toThrow('Another siegel log:adopt runs');
    } finally {
      other.release(true);
    }
    await database.pool.query(
      `INSERT INTO leases (name, holder, epoch, expires_at) VALUES ('checkpointer', $1, 1, now() + interval '1 hour')`,
      [randomUUID()],
    );
    await expect(adopt()).rejects.toThrow('A backend uses this database');
    await database.pool.query('DELETE FROM leases');
    expect(await adopt()).toMatchObject({ adopted: true });
  });

  it('needs its key, its other secrets, and the event store of its database', async () => {
    await older(2);
    await adopt();
    await open();
    const right = secrets;
    secrets = { ...right, appendKeys: undefined };
    await expect(adopt()).rejects.toThrow('secrets:make');
    secrets = { ...right, indexKey: randomBytes(32) };
    await expect(adopt()).rejects.toThrow('INDEX_KEY');
    secrets = { ...right, logAdopted: `${right.logAdopted}x` };
    await expect(adopt()).rejects.toThrow('LOG_ADOPTED');
    await expect(open()).rejects.toThrow('LOG_ADOPTED');
    secrets = right;
    const other = { eventStoreUrl: (await stores.server()).url };
    await expect(adopt({}, other)).rejects.toThrow('EVENT_STORE_URL');
    const kept = await newestCheckpoint(database.pool);
    const foreign = kept === undefined ? [] : [{ ...kept, size: kept.size + 1 }];
    await expect(adopt({ checkpoints: foreign })).rejects.toThrow('proves nothing');
  });

  it('is not started while it lacks events that its tree or a kept checkpoint has', async () => {
    const stream = await older(1);
    await adopt();
    const kept = await newestCheckpoint(database.pool);
    const { pool, receipts, adoption, tree, log, store } = await open();
    const start = (ends: ReadonlyMap<string, { revision: number; metadataHash: string }>) =>
      refuseLostEvents({
        pool,
        receipts,
        adoption,
        seals: tree.seals,
        kept,
        log,
        streamPrefixes: STREAM_PREFIXES,
        isOwnStream,
        store: { ends: () => Promise.resolve(ends), readAll: (options) => store.readAll(options) },
      });
    const whole = new Map([[stream, { revision: 2, metadataHash: '' }]]);
    await start(whole);
    const cut = start(new Map([[stream, { revision: 0, metadataHash: '' }]]));
    await expect(cut).rejects.toThrow(EventsLost);
    await expect(cut).rejects.toThrow(`${stream}@1\n  ${stream}@2\n`);
    await pool.query('DELETE FROM log_leaves WHERE place > 0');
    await expect(start(whole)).rejects.toThrow('the tree that LOG_ADOPTED names');
  });
});

describe('a log with a stream that the operator ended', () => {
  const clock = new SetClock();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createServiceDatabase();
  });
  afterEach(() => database.drop());

  it('is adopted without a word about the places behind the end', async () => {
    const secrets = testSecrets();
    const adopt = () => adoptDatabase({ databaseUrl: database.url, secrets, clock, decisions: NO_DECISIONS });
    const opened = (): Promise<Infrastructure> =>
      openInfrastructure({
        databaseUrl: database.url,
        secrets,
        clock,
        logger: silentLogger,
        connectWithinMs: scaledTimeout(5000),
      });
    const ndaId = randomUUID();
    const stream = ndaStream(ndaId);
    const first = await opened();
    const context = contextAt(clock.now().toISOString(), { commandId: randomUUID() });
    await first.commands.run(ndaDecider, ndaId, { ...commands.CreateNda, ndaId, chain: ndaId }, context);
    await first.close();
    expect(await adopt()).toMatchObject({ adopted: true, size: 1 });
    await database.pool.query('DELETE FROM event_store.events WHERE stream = $1', [stream]);
    expect(await adopt()).toMatchObject({ adopted: false, open: [{ stream, revision: 0 }] });
    const second = await opened();
    await new TrustRepairRecords(second).ended({ stream, last: null, fault: 'cut', reason: 'a drill' });
    await second.close();
    expect(await adopt()).toMatchObject({ adopted: true });
  });
});
