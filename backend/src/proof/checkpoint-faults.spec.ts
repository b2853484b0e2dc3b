import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { STREAM_PREFIXES } from '../app/streams.js';
import { restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createReceipts } from '../vault/receipts.js';
import { Checkpointer } from './checkpointer.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { leavesFrom } from './leaves.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { checkpointsAfter } from './signed-checkpoints.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';

/**
 * Causes faults while leaves are written and checkpoints are signed. Each test verifies the whole log at the
 * end.
 */
describe('the proof of the log', () => {
  let met: CheckpointedLog;
  beforeEach(async () => {
    met = await CheckpointedLog.open();
  });
  afterEach(() => met.stop());

  /** Returns a pool that terminates each connection between the insert of a checkpoint and the commit. */
  const cutAtTheHead = (): Pool =>
    new Proxy(met.pool, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'connect') return typeof value === 'function' ? value.bind(target) : value;
        return async () => cutting(await target.connect());
      },
    });
  const cutting = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (text: string | QueryConfig, values?: unknown[]) => {
          const answer = await target.query(text as string, values);
          if (typeof text !== 'string' || !text.startsWith('INSERT INTO log_checkpoints')) return answer;
          const { rows } = await target.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await met.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
          throw new Error('killed between leaf and head');
        };
      },
    });

  it('does not hand out a checkpoint that was signed but not stored, and signs the next one in its place', async () => {
    await met.nda();
    const parts = { ...met.treeParts, clock: met.bench.clock };
    await expect(signCheckpoint({ ...parts, pool: cutAtTheHead() })).rejects.toThrow('killed');
    expect(await checkpointsAfter(met.pool, -1, 10)).toEqual([]);
    await met.nda();
    const checkpoint = await met.sign();
    expect(await checkpointsAfter(met.pool, -1, 10)).toEqual([checkpoint]);
    expect(await met.verify()).toMatchObject({ events: 2, checkpoints: 1, firstBroken: null });
  });

  /** Returns a pool that terminates each connection that began a transaction, after this many statements. */
  const cutAfter = (statements: number): Pool => {
    let sent = 0;
    const counting = (client: PoolClient): PoolClient =>
      new Proxy(client, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key, target);
          if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
          return async (text: string, values?: unknown[]) => {
            const answer = await target.query(text, values);
            sent += 1;
            if (sent !== statements) return answer;
            const { rows } = await target.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
            await met.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
            throw new Error('killed between two statements');
          };
        },
      });
    return new Proxy(met.pool, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'connect') return typeof value === 'function' ? value.bind(target) : value;
        return async () => counting(await target.connect());
      },
    });
  };

  it('is rebuilt as a whole or not at all if its connection is killed after any statement', async () => {
    const id = await met.nda();
    await met.stopCheckpointer();
    const { rows } = await met.pool.query('SELECT * FROM log_tree');
    expect(rows).toHaveLength(1);
    await met.pool.query("INSERT INTO log_leaves VALUES (1, decode(repeat('ab', 32), 'hex'), $1, 1)", [
      `nda-${id}`,
    ]);
    const parts = { ...met.treeParts, clock: met.bench.clock };
    const stored = async () =>
      Promise.all(
        ['log_leaves', 'log_nodes', 'log_tree', 'log_checkpoints', 'checkpoints'].map(
          async (table) => (await met.pool.query(`SELECT * FROM ${table}`)).rows,
        ),
      );
    const before = await stored();
    let statements = 0;
    do {
      statements += 1;
      await expect(signCheckpoint({ ...parts, pool: cutAfter(statements) })).rejects.toThrow('killed');
    } while (isDeepStrictEqual(await stored(), before));
    expect(statements).toBeGreaterThan(8);
    // The last statement committed all of it.
    expect(await checkpointsAfter(met.pool, -1, 10)).toMatchObject([{ size: 1 }]);
    expect((await met.treeParts.tree.seals.fitting(met.pool))?.head.edge.size).toBe(1);
    met.restartCheckpointer();
    await met.nda();
    await met.sign();
    expect(await met.verify()).toMatchObject({ events: 2, firstBroken: null });
  });

  it('makes one leaf of each event, even if two backends meet the log from its start while both sign', async () => {
    await met.nda();
    const { store, pool, trust } = met.bench.infrastructure;
    const leases = new LeaseKeeper({ pool, logger: silentLogger, termMs: 600, tickMs: 50 });
    const other = new Checkpointer({
      ...met.treeParts,
      log: met.bench.infrastructure.log,
      closed: trust.closed,
      leases,
      logger: silentLogger,
      streamPrefixes: STREAM_PREFIXES,
    });
    other.start();
    for (let n = 0; n < 2; n += 1) {
      await restartCheckpoints(pool, [CHECKPOINTER], await store.storeId());
      await Promise.all([met.nda(), met.sign(), met.sign()]);
    }
    await other.stop();
    await met.sign();
    expect((await leavesFrom(pool, 0, 100)).map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(await met.verify()).toMatchObject({ events: 3, firstBroken: null });
  });

  it('is valid after a key was replaced and a clock was set back, and needs the old public key', async () => {
    await met.nda();
    const old = await met.sign();
    const { keyedHash } = met.bench.infrastructure;
    const receipts = createReceipts({ signingKey: randomBytes(32), keyedHash, pool: met.pool });
    await receipts.start();
    await met.nda();
    met.bench.clock.advance(-86_400_000);
    const young = await signCheckpoint({ ...met.treeParts, receipts, clock: met.bench.clock });
    expect([young.keyId === old.keyId, young.at === old.at]).toEqual([false, true]);
    expect(await met.verify({ outside: { checkpoints: [old, young] } })).toMatchObject({
      events: 2,
      checkpoints: 2,
      firstBroken: null,
    });
    const publicKeys = async () => (await receipts.publicKeys()).filter(({ keyId }) => keyId !== old.keyId);
    expect((await met.verify({ publicKeys })).firstBroken).toMatchObject({ kind: 'bad_signature' });
  });
});
