import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { STREAM_PREFIXES } from '../app/streams.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { until } from '../platform/testing/until.js';
import { createReceipts, verifyStatement } from '../vault/receipts.js';
import { Checkpointer } from './checkpointer.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { leavesFrom } from './leaves.js';
import { provesInclusion, TreeEdge } from './merkle-tree.js';
import { nameOf } from './checkpoint-name.js';
import { renewTree } from './renew-tree.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { checkpointBefore, checkpointsAfter } from './signed-checkpoints.js';
import { inclusionProofs } from './stored-tree.js';

let bench: TestInfrastructure;
let pool: Pool;
let store: EventStore;
const running: Checkpointer[] = [];
beforeEach(async () => {
  bench = await openTestInfrastructure();
  ({ pool, store } = bench.infrastructure);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await bench.stop();
});

interface Made {
  readonly pool?: Pool;
  readonly leasePool?: Pool;
  readonly busy?: () => boolean;
}
function start(made: Made = {}): Checkpointer {
  const leases = new LeaseKeeper({
    pool: made.leasePool ?? pool,
    logger: silentLogger,
    termMs: 600,
    tickMs: 50,
  });
  const one = new Checkpointer({
    ...bench.infrastructure,
    closed: bench.infrastructure.trust.closed,
    pool: made.pool ?? pool,
    leases,
    logger: silentLogger,
    streamPrefixes: STREAM_PREFIXES,
    batchSize: 7,
    ...(made.busy === undefined ? {} : { busy: made.busy }),
  });
  running.push(one);
  one.start();
  return one;
}

/**
 * Returns a pool that intercepts each statement that writes leaves. The pool calls `around` with a function
 * that runs the statement.
 */
const withCommits = (around: (commit: () => Promise<unknown>) => Promise<unknown>): Pool =>
  new Proxy(pool, {
    get: (target, key) => {
      if (key !== 'query') return Reflect.get(target, key, target) as unknown;
      return (...args: unknown[]) => {
        const run = (): Promise<unknown> =>
          (target.query as (...all: unknown[]) => Promise<unknown>)(...args);
        return (args[0] as { name?: string }).name === 'commit-leaves' ? around(run) : run();
      };
    },
  });

async function hashesInLog(): Promise<string[]> {
  const hashes: string[] = [];
  for await (const { events } of store.readAll({ after: undefined, streamPrefixes: STREAM_PREFIXES }))
    hashes.push(...events.map((event) => parseMetadata(event).hash));
  return hashes;
}
const leaves = () => leavesFrom(pool, 0, 10_000);
const hashesInTree = async (): Promise<string[]> => (await leaves()).map(({ eventHash }) => eventHash);
const allMet = async (): Promise<void> => {
  const hashes = await hashesInLog();
  await until(async () => (await leaves()).length >= hashes.length);
  expect(await hashesInTree()).toEqual(hashes);
  expect((await leaves()).map(({ place }) => place)).toEqual(hashes.map((_, place) => place));
};
const someNdas = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await bench.nda();
};
const sign = (receipts = bench.infrastructure.receipts) =>
  signCheckpoint({ ...bench.infrastructure, pool, receipts, clock: bench.clock });

describe('the checkpointer', () => {
  it('makes a leaf of each event in the order of the log under any leader, and proves each leaf', async () => {
    const one = start();
    start();
    await someNdas(20);
    await one.stop();
    await someNdas(20);
    await allMet();
    const tree = TreeEdge.empty();
    for (const hash of await hashesInTree()) tree.append(Buffer.from(hash, 'hex'));
    const checkpoint = await sign();
    expect(checkpoint).toMatchObject({ size: tree.size, root: tree.root().toString('hex') });
    const places = Array.from({ length: tree.size }, (_, place) => place);
    const proofs = await inclusionProofs(pool, places, tree.size);
    for (const { place, eventHash } of await leaves())
      expect(
        provesInclusion({
          entry: Buffer.from(eventHash, 'hex'),
          place,
          size: tree.size,
          root: tree.root(),
          proof: proofs[place] ?? [],
        }),
      ).toBe(true);
  });

  it('checks at each batch whether other work is waiting', async () => {
    let looks = 0;
    const busy = (): boolean => {
      looks += 1;
      return false;
    };
    start({ busy });
    await someNdas(1);
    await until(() => looks > 0);
  });

  it('writes nothing more after it hung and another one took the lead', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<unknown> | undefined;
    const gated = withCommits((commit) => (late ??= gate.then(commit)));
    let cut = false;
    const leasePool = new Proxy(pool, {
      get: (target, key) =>
        key === 'query' && cut
          ? () => Promise.reject(new Error('the database is away'))
          : (Reflect.get(target, key, target) as unknown),
    });
    await someNdas(5);
    const still = start({ pool: gated, leasePool });
    await until(async () => late !== undefined);
    expect(still.status().leading).toBe(true);
    cut = true;
    start();
    await allMet();
    release();
    const { rows } = (await late) as { rows: { moved: number }[] };
    expect(rows[0]?.moved).toBe(0);
    await someNdas(2);
    await allMet();
  });

  it('makes no second leaf of an event, whether an answer is lost or the checkpointer starts over with the log', async () => {
    let lost = 0;
    const forgetful = withCommits(async (commit) => {
      const answer = await commit();
      lost += 1;
      if (lost <= 2) throw new Error('the answer was lost');
      return answer;
    });
    const first = start({ pool: forgetful });
    await someNdas(12);
    await allMet();
    expect(lost).toBeGreaterThan(2);
    await first.stop();
    await restartCheckpoints(pool, [CHECKPOINTER], await store.storeId());
    start();
    await bench.nda();
    await allMet();
  });

  it('makes leaves of events that its position is behind, and whose leaves an older tree lacks', async () => {
    const first = start();
    await someNdas(3);
    await allMet();
    await first.stop();
    await someNdas(2);
    await pool.query('UPDATE checkpoints SET position = $1 WHERE name = $2', [
      await store.head(),
      CHECKPOINTER,
    ]);
    const second = start();
    await allMet();
    await second.stop();
    // An older tree is put back, with the MAC of that time.
    const tables = ['log_leaves', 'log_nodes', 'log_tree'];
    for (const table of tables) await pool.query(`CREATE TABLE old_${table} AS SELECT * FROM ${table}`);
    const third = start();
    await someNdas(2);
    await allMet();
    await third.stop();
    for (const table of tables) {
      await pool.query(`DELETE FROM ${table}`);
      await pool.query(`INSERT INTO ${table} SELECT * FROM old_${table}`);
      await pool.query(`DROP TABLE old_${table}`);
    }
    start();
    await allMet();
  });

  it('reports nothing if its first terms end before it meets an event of this service', async () => {
    const tampering = new RecordedTampering();
    for (let terms = 0; terms < 3; terms += 1) await renewTree({ ...bench.infrastructure, tampering });
    expect(tampering.all).toEqual([]);
  });

  it('skips events of other programs, and events that this service did not write', async () => {
    const bytes = (text: string): Buffer => Buffer.from(text);
    const event = (metadata: string) => ({
      id: newId(),
      type: 'Unknown.v7',
      data: bytes('{}'),
      metadata: bytes(metadata),
    });
    await bench.nda();
    const ours = await hashesInLog();
    await store.append('foreign-1', 'no-stream', [event('{}')]);
    await store.append(`nda-${newId()}`, 'no-stream', [event('{"core":"","previousHash":"","hash":"no"}')]);
    const unknown = 'ab'.repeat(32);
    await store.append(`nda-${newId()}`, 'no-stream', [
      event(`{"core":"","previousHash":"","hash":"${unknown}"}`),
    ]);
    await bench.nda();
    const later = (await hashesInLog()).at(-1);
    start();
    await until(async () => (await leaves()).length > ours.length);
    expect(await hashesInTree()).toEqual([...ours, later]);
  });
});

describe('a signed checkpoint', () => {
  it('is stored before it is handed out, stays valid after its key is replaced, and stays the newest if the log does not grow', async () => {
    const empty = await sign();
    expect(empty.size).toBe(0);
    start();
    await bench.nda();
    await allMet();
    const spy = jest.spyOn(bench.infrastructure.receipts, 'sign').mockImplementationOnce(() => {
      throw new Error('killed while it signed');
    });
    await expect(sign()).rejects.toThrow('killed');
    spy.mockRestore();
    expect(await checkpointsAfter(pool, 0, 10)).toEqual([]);
    const old = await sign();
    expect(await sign()).toEqual(old);
    const { keyedHash } = bench.infrastructure;
    const receipts = createReceipts({ signingKey: randomBytes(32), keyedHash, pool });
    await receipts.start();
    await bench.nda();
    await allMet();
    bench.clock.advance(-60_000);
    const young = await sign(receipts);
    expect(young.keyId).not.toBe(old.keyId);
    expect(young.at).toBe(old.at);
    expect(await checkpointsAfter(pool, -1, 10)).toEqual([empty, old, young]);
    expect(await checkpointsAfter(pool, old.size, 10)).toEqual([young]);
    const keys = await receipts.publicKeys();
    for (const { signature, ...rest } of [old, young]) {
      const key = keys.find(({ keyId }) => keyId === rest.keyId);
      expect(verifyStatement(rest, signature, key)).toBe(true);
      expect(verifyStatement({ ...rest, size: rest.size + 1 }, signature, key)).toBe(false);
    }
    const last = (await leaves()).at(-1);
    expect(await checkpointBefore(pool, last?.eventHash ?? '', receipts.ownKey)).toBe(nameOf(old));
    expect(await checkpointBefore(pool, 'ab'.repeat(32), receipts.ownKey)).toBe(nameOf(young));
  });

  it('is signed once for many simultaneous requests', async () => {
    start();
    await bench.nda();
    await allMet();
    const made = await Promise.all(Array.from({ length: 5 }, () => sign()));
    expect(new Set(made.map(({ signature }) => signature)).size).toBe(1);
  });

  it('is not signed if the tree does not continue the last signed one', async () => {
    start();
    await someNdas(20);
    await allMet();
    await sign();
    await someNdas(3);
    await allMet();
    await pool.query(
      "UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex') WHERE level = 4 AND place = 0",
    );
    await expect(sign()).rejects.toThrow('verify:log');
    await pool.query('DELETE FROM log_leaves WHERE place > 3');
    await expect(sign()).rejects.toThrow('verify:log');
    expect(await checkpointsAfter(pool, -1, 10)).toHaveLength(1);
  });
});
