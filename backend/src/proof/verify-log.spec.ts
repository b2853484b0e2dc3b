import { Client, type Pool } from 'pg';
import { STREAM_PREFIXES } from '../app/streams.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { silentLogger } from '../platform/logging/logger.js';
import { openTestInfrastructure, type TestInfrastructure } from '../testing/test-infrastructure.js';
import { until } from '../testing/until.js';
import { Checkpointer } from './checkpointer.js';
import { signCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import { verifyLog } from './verify-log.js';

let bench: TestInfrastructure;
let pool: Pool;
let checkpointer: Checkpointer;
let past: Client;
let ids: string[];
let url: string;
const checkpoints: SignedCheckpoint[] = [];

const sign = async (): Promise<void> => {
  checkpoints.push(
    await signCheckpoint({ pool, receipts: bench.infrastructure.receipts, clock: bench.clock }),
  );
};
/** Three NDAs of three events each, a checkpoint after each of them, and one event that none covers. */
beforeAll(async () => {
  bench = await openTestInfrastructure();
  ({ pool } = bench.infrastructure);
  const leases = new LeaseKeeper({ pool, logger: silentLogger });
  checkpointer = new Checkpointer({
    store: bench.infrastructure.store,
    pool,
    leases,
    logger: silentLogger,
    streamPrefixes: STREAM_PREFIXES,
  });
  checkpointer.start();
  ids = [];
  for (let n = 1; n <= 3; n += 1) {
    ids.push(await bench.nda(oneOfEachCommand.SetLegalHold, oneOfEachCommand.LiftLegalHold));
    await until(async () => (await treeSize(pool)) === 3 * n);
    await sign();
  }
  await checkpointer.stop();
  await bench.nda();
  ({ url } = bench.infrastructure.dataSource.options as { url: string });
  past = new Client({ connectionString: url });
  await past.connect();
});
afterAll(async () => {
  await past.end();
  await bench.stop();
});

/** As a process of its own does: one that serves keeps the end of the log in memory, whatever became of the rows. */
async function look({ outside = [] }: { outside?: SignedCheckpoint[] } = {}) {
  const store = await createPostgresEventStore({ url });
  try {
    const publicKeys = () => bench.infrastructure.receipts.publicKeys();
    return await verifyLog({ pool, store, publicKeys, streamPrefixes: STREAM_PREFIXES, outside });
  } finally {
    await store.close();
  }
}

/** Puts every table back after the change. */
async function changed(statement: string): Promise<Awaited<ReturnType<typeof look>>> {
  const tables = ['event_store.events', 'log_leaves', 'log_checkpoints'];
  for (const table of tables)
    await past.query(`CREATE TABLE kept_${table.replace('.', '_')} AS TABLE ${table}`);
  try {
    await past.query(statement);
    return await look();
  } finally {
    for (const table of tables) {
      const kept = `kept_${table.replace('.', '_')}`;
      await past.query(`DELETE FROM ${table}`);
      await past.query(`INSERT INTO ${table} SELECT * FROM ${kept}`);
      await past.query(`DROP TABLE ${kept}`);
    }
  }
}

const EVENTS = 'event_store.events';
const at = (n: number, revision: number): string =>
  `stream = '${ndaStream(ids[n] ?? '')}' AND revision = ${revision}`;

describe('the whole log', () => {
  it('is intact as it was met, with what came since', async () => {
    expect(await look()).toEqual({ events: 10, checkpoints: 3, firstBroken: null });
    expect(await look({ outside: checkpoints })).toMatchObject({ firstBroken: null });
  });

  it.each([
    ['altered', 1, () => `UPDATE ${EVENTS} SET type = 'Other.v1' WHERE ${at(1, 1)}`],
    ['dropped', 1, () => `DELETE FROM ${EVENTS} WHERE ${at(1, 1)}`],
    ['truncated', 2, () => `DELETE FROM ${EVENTS} WHERE ${at(1, 2)}`],
    ['truncated', 0, () => `DELETE FROM ${EVENTS} WHERE stream = '${ndaStream(ids[1] ?? '')}'`],
    ['reordered', 2, () => `UPDATE ${EVENTS} SET position = position + 1000 WHERE ${at(1, 2)}`],
    [
      'spliced',
      0,
      () =>
        `INSERT INTO ${EVENTS} (stream, revision, id, type, data, metadata)
         SELECT 'nda-other', 0, gen_random_uuid(), type, data, metadata FROM ${EVENTS} WHERE ${at(1, 0)}`,
    ],
    ['inserted', 1, () => `UPDATE log_leaves SET revision = 9 WHERE ${at(1, 1)}`],
  ] as const)('is found %s at %i', async (kind, revision, statement) => {
    const { firstBroken } = await changed(statement());
    expect(firstBroken).toMatchObject({ kind });
    expect(kind === 'reordered' || firstBroken?.revision === revision).toBe(true);
  });

  it('is found wrong by its checkpoints', async () => {
    const of6 = 'WHERE size = 6';
    const zeros = "decode(repeat('00', 64), 'hex')";
    const kindOf = async (statement: string) => (await changed(statement)).firstBroken?.kind;
    expect(await kindOf(`UPDATE log_checkpoints SET signature = ${zeros} ${of6}`)).toBe('bad_signature');
    const [one, two, three] = checkpoints as [SignedCheckpoint, SignedCheckpoint, SignedCheckpoint];
    const signed = (of: SignedCheckpoint, change: Partial<SignedCheckpoint>) => {
      const { signature: _, ...statement } = { ...of, ...change };
      return { ...statement, signature: bench.infrastructure.receipts.sign(statement) };
    };
    const stored = ({ size, root, at: time, signature }: SignedCheckpoint): string =>
      `UPDATE log_checkpoints SET root = decode('${root}', 'hex'), at = '${time}', signature = decode('${signature}', 'base64') WHERE size = ${size}`;
    expect(await kindOf(stored(signed(two, { root: one.root })))).toBe('checkpoint_mismatch');
    expect(await kindOf(stored(signed(two, { at: '2020-01-01T00:00:00.000Z' })))).toBe('consistency_broken');
    expect(await kindOf('DELETE FROM log_leaves WHERE place >= 8')).toBe('truncated');
    const outside = (kept: SignedCheckpoint) =>
      look({ outside: [kept] }).then(({ firstBroken }) => firstBroken?.kind);
    expect(await outside(signed(three, { root: one.root }))).toBe('consistency_broken');
    expect(await outside(signed(three, { size: 50 }))).toBe('consistency_broken');
    expect(await outside({ ...three, root: one.root })).toBeUndefined();
  });
});
