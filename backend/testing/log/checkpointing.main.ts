/**
 * A test process that makes leaves of the log and signs a checkpoint after each batch of leaves. It prints a
 * word before or after each of its writes, and then waits for a line on standard input:
 * - `leaves` before it writes leaves
 * - `written` when the leaves are committed
 * - `head` when a head is written but not yet committed
 *
 * After the line `free`, it neither prints these words nor waits. It prints `signed <size>` for each signed
 * checkpoint.
 */
import { ACCEPTS_NOTHING } from '#src/eventsourcing/trust/closed-streams';
import { trustOn } from '#src/eventsourcing/trust/testing/test-trust';
import { createInterface } from 'node:readline';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { STREAM_PREFIXES } from '#src/app/streams';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { LeaseKeeper } from '#src/eventsourcing/subscriptions/leases/lease';
import { silentLogger } from '#src/platform/logging/logger';
import { TamperingLog } from '#src/platform/tampering/tampering';
import { createPool } from '#src/platform/postgres/pool';
import { createReceipts } from '#src/vault/receipts';
import { Checkpointer } from '#src/proof/checkpointer';
import { openTreeTrust } from '#src/proof/open-tree-trust';
import { signCheckpoint } from '#src/proof/sign-checkpoints';

const say = (word: string): void => void process.stdout.write(`${word}\n`);

class Gate {
  private readonly lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  private isOpen = false;

  async pass(word: string): Promise<void> {
    if (this.isOpen) return;
    say(word);
    this.isOpen = (await this.lines.next()).value === 'free';
  }
}

const gate = new Gate();
const without = (target: object, key: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, key, target);
  return typeof value === 'function' ? value.bind(target) : value;
};

/**
 * Wraps the pool, so that the process waits at the gate before and after the statement that writes leaves.
 */
function aroundLeaves(pool: Pool, sign: () => void): Pool {
  const query = async (statement: string | QueryConfig, values: unknown[]): Promise<unknown> => {
    if (typeof statement === 'string' || statement.name !== 'commit-leaves')
      return pool.query(statement as string, values);
    await gate.pass('leaves');
    const result = await pool.query<{ moved: number }>(statement);
    if (result.rows[0]?.moved === 1) {
      await gate.pass('written');
      sign();
    }
    return result;
  };
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : without(target, key)) });
}

/** Wraps the pool, so that the process waits at the gate after a connection has written a head. */
const aroundHeads = (pool: Pool): Pool =>
  new Proxy(pool, {
    get: (target, key) =>
      key === 'connect' ? async () => waiting(await target.connect()) : without(target, key),
  });

function waiting(client: PoolClient): PoolClient {
  const query = async (statement: string | QueryConfig, values?: unknown[]): Promise<unknown> => {
    const result = await client.query(statement as string, values);
    if (typeof statement === 'string' && statement.startsWith('INSERT INTO log_checkpoints'))
      await gate.pass('head');
    return result;
  };
  return new Proxy(client, { get: (target, key) => (key === 'query' ? query : without(target, key)) });
}

/** @param key the signing key, in hexadecimal */
async function main(url: string, key: string): Promise<void> {
  const pool = createPool(url);
  const receipts = createReceipts({ signingKey: Buffer.from(key, 'hex'), pool });
  await receipts.start();
  const { log, closed, keys } = trustOn(await createPostgresEventStore({ url }));
  const accepts = ACCEPTS_NOTHING;
  const tree = await openTreeTrust({ keys, accepts, inUse: { adopted: null }, logger: silentLogger });
  const signing = {
    pool: aroundHeads(pool),
    log,
    receipts,
    clock: { now: () => new Date() },
    tampering: new TamperingLog({ logger: silentLogger }),
    tree,
  };
  const sign = (): void => void signCheckpoint(signing).then(({ size }) => say(`signed ${size}`));
  new Checkpointer({
    ...signing,
    closed,
    pool: aroundLeaves(pool, sign),
    leases: new LeaseKeeper({ pool, logger: silentLogger, termMs: 600, tickMs: 50 }),
    logger: silentLogger,
    streamPrefixes: STREAM_PREFIXES,
  }).start();
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
