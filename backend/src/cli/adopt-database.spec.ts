import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { chained } from '../eventsourcing/journal/testing/chained.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { UsageError } from '../platform/errors/operator-error.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { testSecrets } from '../../testing/backend/test-backend.js';
import type { Secrets } from '../app/secrets.js';
import { SetClock } from '../vault/testing/vault-database.js';
import type { Decisions } from '../proof/adopt-log.js';
import { newestCheckpoint } from '../proof/signed-checkpoints.js';
import { TrustRepairRecords } from './trust-repair-records.js';
import { transaction } from '../platform/postgres/pool.js';
import { adoptSecrets } from '../vault/check-values.js';
import { ADOPTION_LOCK, adoptDatabase, type Adopting, NO_DECISIONS } from './adopt-database.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

const STORES = ['PostgreSQL', 'EventStoreDB'] as const;

describe.each(STORES)('a log from before APPEND_KEY in %s', (kind) => {
  const also = kind === 'PostgreSQL' ? it : onlyInAll.it;
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
  const open = async (more: { readonly dataDir?: string } = {}): Promise<Infrastructure> => {
    await opened?.close();
    opened = undefined;
    opened = await openInfrastructure({
      databaseUrl: database.url,
      eventStoreUrl,
      secrets,
      clock,
      logger: silentLogger,
      withoutKeys: true,
      connectWithinMs: scaledTimeout(5000),
      ...more,
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
  /** Lets the log have these keys, the newest first. */
  const useKeys = (...[newest, ...older]: readonly [Buffer, ...Buffer[]]): void => {
    secrets = { ...secrets, appendKeys: { log: TEST_LOG, keys: [newest, ...older] } };
  };
  /** Records an event with a MAC of the newest key. @returns its stream */
  const marked = async (): Promise<string> => {
    const { commands } = opened ?? (await open());
    const ndaId = newId();
    const context = contextAt(clock.now().toISOString(), { commandId: newId() });
    await commands.run(ndaDecider, ndaId, { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId }, context);
    return ndaStream(ndaId);
  };
  const checksOfKeys = async (): Promise<number> => {
    const { rowCount } = await database.pool.query("SELECT FROM secret_checks WHERE name = 'append'");
    return rowCount ?? 0;
  };
  const died = () => Promise.reject(new Error('killed'));
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

  also('is adopted by one of two commands at once, and by none while a backend runs', async () => {
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

  also('is not sealed if a backend started since the adoption began', async () => {
    await older(2);
    const backend = await database.pool.connect();
    const sql = `INSERT INTO leases (name, holder, epoch, expires_at) VALUES ('checkpointer', $1, 1, now() + interval '1 hour')`;
    try {
      // The adoption waits for this lock before it seals the tree.
      await backend.query('BEGIN; LOCK TABLE log_tree IN ROW EXCLUSIVE MODE');
      let starting: Promise<unknown> | undefined;
      const onFindings = () => {
        starting = backend.query(sql, [randomUUID()]).then(() => backend.query('COMMIT'));
      };
      await expect(adopt({}, { onFindings })).rejects.toThrow('A backend uses this database');
      await starting;
    } finally {
      backend.release(true);
    }
    expect((await database.pool.query('SELECT FROM log_tree')).rowCount).toBe(0);
    await database.pool.query('DELETE FROM leases');
    expect(await adopt()).toMatchObject({ adopted: true });
  });

  also(
    'gets its statement from a second run if the first one died before the statement was kept',
    async () => {
      const stream = await older(2);
      await expect(adopt({}, { keep: died })).rejects.toThrow('killed');
      await expect(open()).rejects.toThrow(LogUnauthenticated);
      expect(await adopt()).toMatchObject({ adopted: true, statement: expect.any(String) });
      expect(await believed(stream)).toBe(3);
    },
  );

  also('keeps no key of a start or an adoption that was refused', async () => {
    const stream = await older(2);
    const right = secrets;
    useKeys(randomBytes(32));
    await expect(open()).rejects.toThrow(LogUnauthenticated);
    expect(await checksOfKeys()).toBe(0);
    const place = { stream, revision: 7 };
    await expect(adopt({ accept: [place], reason: 'known' })).rejects.toThrow('@7');
    expect(await checksOfKeys()).toBe(0);
    secrets = right;
    await adopt();
    expect(await believed(stream)).toBe(3);
    useKeys(randomBytes(32));
    await expect(adopt()).rejects.toThrow('APPEND_KEY');
  });

  also(
    'starts without a lost key once it is adopted without this key, and no longer with this key',
    async () => {
      const [first, second] = [randomBytes(32), randomBytes(32)];
      const lost = new AppendKeys(TEST_LOG, [first]).names;
      useKeys(first);
      const stream = await marked();
      await adopt();
      const kept = await newestCheckpoint(database.pool);
      useKeys(second);
      await expect(open()).rejects.toThrow('APPEND_KEY');
      await expect(adopt()).rejects.toThrow('APPEND_KEY');
      const decided = {
        lostKeys: lost,
        checkpoints: kept === undefined ? [] : [kept],
        reason: 'the safe burned',
      };
      await expect(adopt(decided, { keep: died })).rejects.toThrow('killed');
      await expect(open()).rejects.toThrow('APPEND_KEY');
      expect(await adopt(decided)).toMatchObject({ adopted: true, statement: expect.any(String) });
      const next = await marked();
      for (const one of [stream, next]) expect(await believed(one)).toBe(1);
      useKeys(first, second);
      await expect(open()).rejects.toThrow('APPEND_KEY');
    },
  );

  also('retires a key again whose retirement a restore undid, and starts only then', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const names = new AppendKeys(TEST_LOG, [first]).names;
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel-adopt-'));
    const start = async (): Promise<void> => void (await open({ dataDir }));
    try {
      useKeys(first);
      const stream = await marked();
      useKeys(second, first);
      await adopt({ retire: names, reason: 'it leaked' });
      await start();
      secrets = { ...secrets, logAdopted: undefined };
      await expect(start()).rejects.toThrow(`does not retire the key ${names[0]}`);
      const result = await adopt({}, { dataDir });
      expect(result).toMatchObject({ adopted: true, statement: expect.any(String), retiredAgain: names });
      await start();
      expect(await believed(stream)).toBe(1);
      expect(await adopt({}, { dataDir })).toMatchObject({ statement: undefined, retiredAgain: [] });
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  also('is not adopted if APPEND_KEY lacks more keys than the operator calls lost', async () => {
    const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const names = [first, second].flatMap((key) => new AppendKeys(TEST_LOG, [key]).names);
    useKeys(first);
    await marked();
    await open();
    useKeys(second, first);
    const { pool, storedSecrets } = await open();
    await transaction(pool, (client) => adoptSecrets(client, storedSecrets));
    await adopt();
    const kept = await newestCheckpoint(database.pool);
    const checkpoints = kept === undefined ? [] : [kept];
    useKeys(third);
    const decided = { checkpoints, reason: 'the safe burned' };
    await expect(adopt({ ...decided, lostKeys: names.slice(0, 1) })).rejects.toThrow('lacks a key');
    expect(await adopt({ ...decided, lostKeys: names })).toMatchObject({ adopted: true });
    await open();
  });

  also('needs its key, its other secrets, and the event store of its database', async () => {
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
    const unsigned = adopt({ checkpoints: foreign });
    await expect(unsigned).rejects.toThrow('proves nothing. Nothing was adopted.');
    // The tables may have been migrated before, so it is no wrong argument with which nothing was opened.
    await expect(unsigned).rejects.not.toBeInstanceOf(UsageError);
  });

  also('is not started while it lacks events that its tree or a kept checkpoint has', async () => {
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
    await first.commands.run(
      ndaDecider,
      ndaId,
      { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId },
      context,
    );
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
