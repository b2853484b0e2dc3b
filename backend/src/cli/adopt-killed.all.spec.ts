import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Infrastructure, openInfrastructure } from '../app/infrastructure.js';
import type { Secrets } from '../app/secrets.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createPool } from '../platform/postgres/pool.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { until } from '../platform/testing/until.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import type { Decisions } from '../proof/adopt-log.js';
import { newestCheckpoint } from '../proof/signed-checkpoints.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { testSecrets } from '../../testing/backend/test-backend.js';
import { adoptDatabase, NO_DECISIONS } from './adopt-database.js';

/** The command is killed at every statement of this distance. */
const STEP = isLongRun() ? 1 : 5;
const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)];
const NAMES = new AppendKeys(TEST_LOG, [FIRST]).names;
const withKeys = (secrets: Secrets, keys: readonly [Buffer, ...Buffer[]]): Secrets => ({
  ...secrets,
  appendKeys: { log: TEST_LOG, keys },
});

/** A log, and what the operator decides about it. */
interface Case {
  readonly secrets: Secrets;
  readonly decisions: Decisions;
  /** Streams that the service believes after the adoption. */
  readonly believed: readonly string[];
}

let base: TestDatabase;
let server: ReturnType<typeof createPool>;
beforeEach(async () => {
  base = await createServiceDatabase();
  server = createPool(Object.assign(new URL(base.url), { pathname: '/postgres' }).href, { max: 1 });
});
afterEach(async () => {
  await base.drop();
  await server.end();
});

const SESSIONS = 'SELECT FROM pg_stat_activity WHERE datname = $1';
const nameIn = (url: string): string => new URL(url).pathname.slice(1);
const open = (databaseUrl: string, secrets: Secrets): Promise<Infrastructure> =>
  openInfrastructure({
    databaseUrl,
    secrets,
    logger: silentLogger,
    connectWithinMs: scaledTimeout(5000),
  });

/** Records agreements with the newest key. @returns their streams */
async function recorded(secrets: Secrets, count: number): Promise<string[]> {
  const opened = await open(base.url, secrets);
  const streams: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const ndaId = newId();
    const context = contextAt(new Date().toISOString(), { commandId: newId() });
    const command = { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId };
    await opened.commands.run(ndaDecider, ndaId, command, context);
    streams.push(ndaStream(ndaId));
  }
  await opened.close();
  return streams;
}

/** Adopts the log of the base, which signs a checkpoint over it. */
async function adoptBase(secrets: Secrets): Promise<void> {
  const result = await adoptDatabase({ databaseUrl: base.url, secrets, decisions: NO_DECISIONS });
  expect(result).toMatchObject({ adopted: true, statement: undefined });
}

/** Copies the database of the base, on which nobody may work meanwhile. */
async function copied(): Promise<string> {
  const name = `adopted_${randomBytes(8).toString('hex')}`;
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    nameIn(base.url),
  ]);
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${nameIn(base.url)}`);
  return Object.assign(new URL(base.url), { pathname: `/${name}` }).href;
}

/** Calls `kill` at the n-th statement of all connections to this database. */
function killedAt(url: string, n: number, when: 'before' | 'after', kill: () => void) {
  const { query } = Client.prototype;
  let count = 0;
  return jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    if (this.database !== nameIn(url)) return Reflect.apply(query, this, args);
    count += 1;
    const isLast = count === n;
    if (isLast && when === 'before') kill();
    const callback = args.at(-1);
    if (isLast && when === 'after' && typeof callback === 'function')
      args[args.length - 1] = (...answer: unknown[]) => {
        kill();
        callback(...answer);
      };
    const result: unknown = Reflect.apply(query, this, args);
    return isLast && when === 'after' && result instanceof Promise ? result.finally(kill) : result;
  } as never);
}

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  'accepts a loss': async () => {
    const secrets = testSecrets();
    const [lost = '', ...others] = await recorded(secrets, 3);
    await adoptBase(secrets);
    await base.pool.query('DELETE FROM event_store.events WHERE stream = $1', [lost]);
    const accept = [{ stream: lost, revision: 0 }];
    return { secrets, decisions: { ...NO_DECISIONS, accept, reason: 'a restore' }, believed: others };
  },
  'retires a key': async () => {
    const former = withKeys(testSecrets(), [FIRST]);
    const before = await recorded(former, 2);
    const secrets = withKeys(former, [SECOND, FIRST]);
    const after = await recorded(secrets, 1);
    return {
      secrets,
      decisions: { ...NO_DECISIONS, retire: NAMES, reason: 'it leaked' },
      believed: [...before, ...after],
    };
  },
  'goes on without a lost key': async () => {
    const former = withKeys(testSecrets(), [FIRST]);
    const before = await recorded(former, 2);
    // The newest events have a MAC of the key that is left, so a start could take the others for forged ones.
    const both = withKeys(former, [SECOND, FIRST]);
    const believed = [...before, ...(await recorded(both, 1))];
    await adoptBase(both);
    const kept = await newestCheckpoint(base.pool);
    const checkpoints = kept === undefined ? [] : [kept];
    return {
      secrets: withKeys(former, [SECOND]),
      decisions: { ...NO_DECISIONS, lostKeys: NAMES, checkpoints, reason: 'the safe burned' },
      believed,
    };
  },
};

async function expectBelieved(n: number, opened: Infrastructure, streams: readonly string[]): Promise<void> {
  try {
    for (const stream of streams) {
      const { events, untrusted } = await opened.log.load(stream);
      expect({ n, events: events.length, untrusted }).toEqual({ n, events: 1, untrusted: undefined });
    }
  } finally {
    await opened.close();
  }
}

describe.each(Object.entries(CASES))('an adoption that %s, and whose process is killed', (_, make) => {
  it.each(['before', 'after'] as const)('%s any statement, succeeds when it is run again', async (when) => {
    const { secrets, decisions, believed } = await make();
    for (let n = 1; ; n += STEP) {
      const databaseUrl = await copied();
      const killed = new AbortController();
      // The operator's files, which survive the process.
      let { logAdopted } = secrets;
      const keep = async ({ statement }: { readonly statement?: string | undefined }): Promise<void> => {
        logAdopted = statement ?? logAdopted;
      };
      // A killed process keeps nothing.
      const keepAlive: typeof keep = (result) =>
        killed.signal.aborted ? Promise.reject(new Error('killed')) : keep(result);
      const spy = killedAt(databaseUrl, n, when, () => killed.abort());
      const ended = await adoptDatabase({
        databaseUrl,
        secrets,
        decisions,
        keep: keepAlive,
        cut: killed.signal,
      }).then(
        () => undefined,
        (error: unknown) => error,
      );
      spy.mockRestore();
      await until(async () => (await server.query(SESSIONS, [nameIn(databaseUrl)])).rowCount === 0);
      const isOver = !killed.signal.aborted;
      if (isOver) expect(ended).toBeUndefined();
      // A start before the next run is refused, or takes no genuine event for a forged one.
      const early = await open(databaseUrl, { ...secrets, logAdopted }).catch(() => undefined);
      if (early !== undefined) await expectBelieved(n, early, believed);

      const again = await adoptDatabase({
        databaseUrl,
        secrets: { ...secrets, logAdopted },
        decisions,
        keep,
      });
      expect({ n, ...again }).toMatchObject({ n, adopted: true });
      await expectBelieved(n, await open(databaseUrl, { ...secrets, logAdopted }), believed);
      await server.query(`DROP DATABASE ${nameIn(databaseUrl)} WITH (FORCE)`);
      if (isOver) {
        expect(n).toBeGreaterThan(20);
        return;
      }
    }
  });
});
