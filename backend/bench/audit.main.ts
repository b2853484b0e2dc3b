import { Client } from 'pg';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets } from '#src/app/secrets';
import { isOwnStream, STREAM_PREFIXES } from '#src/app/streams';
import type { Projection } from '#src/eventsourcing/projections/projection';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { LeaseKeeper } from '#src/eventsourcing/subscriptions/leases/lease';
import { silentLogger } from '#src/platform/logging/logger';
import { Checkpointer } from '#src/proof/checkpointer';
import { leavesFrom } from '#src/proof/leaves';
import { proveEvent } from '#src/proof/prove-event';
import { signCheckpoint } from '#src/proof/sign-checkpoints';
import { treeSize } from '#src/proof/stored-tree';
import { verifyLog } from '#src/proof/verify-log';
import { until } from '#src/platform/testing/until';
import { agreementProjection } from '#src/agreements/agreement.projection';
import type { Met, Proven, Verified } from './audit.bench.js';
import { answer } from './child.js';
import { growTo } from './growing-log.js';
import { writeLongHistory } from './long-history.js';
import { namedPeople } from './people.js';
import { median, quantile } from './statistics.js';
import type { BackendWish } from './whole-backend.js';

// What proves a long log, in a process of its own: without a backend beside it.

/** As a backend reads the log, and as a verification does. */
const BATCH = 1000;
const WITHIN_MS = 3_600_000;
const PROOFS = 1000;

let infrastructure: Infrastructure | undefined;
let url = '';

function opened(): Infrastructure {
  if (infrastructure === undefined) throw new Error('not started');
  return infrastructure;
}

async function start({ databaseUrl, dataDir }: BackendWish): Promise<void> {
  url = databaseUrl;
  const secrets = await readSecrets({ dataDir, production: false }, {});
  infrastructure = await openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
}

const grow = (events: number): Promise<number> => growTo(opened(), 0, events);
/** The same, of people with names of their own. */
const growNamed = (events: number): Promise<number> => growTo(opened(), 0, events, namedPeople);

/** @returns the id of an NDA with so many events */
const longHistory = async (events: number): Promise<string> => (await writeLongHistory(opened(), events)).id;

/** Milliseconds on the clock, and of this process's CPU. */
async function costOf(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

/** Makes the leaves of the whole log; then holds them against the store and signs its head. */
async function meet(events: number): Promise<Met> {
  const { pool, store, receipts, clock, tampering } = opened();
  const leases = new LeaseKeeper({ pool, logger: silentLogger });
  const parts = { store, pool, leases, logger: silentLogger, streamPrefixes: STREAM_PREFIXES, isOwnStream };
  const checkpointer = new Checkpointer({ ...parts, batchSize: BATCH });
  const cost = await costOf(async () => {
    checkpointer.start();
    await until(async () => (await treeSize(pool)) >= events, WITHIN_MS);
  });
  await checkpointer.stop();
  const signing = await costOf(() => signCheckpoint({ pool, store, receipts, clock, tampering }));
  return { ...cost, signingCpuMs: signing.cpuMs };
}

/** Projects the same events into the table of NDAs. @returns milliseconds of this process's CPU */
async function project(): Promise<number> {
  const projection = agreementProjection as unknown as Projection;
  const { cpuMs } = await costOf(() => rebuildProjection({ ...opened(), projection }));
  return cpuMs;
}

/** Reads the same rows in the same batches, and does nothing with them. @returns how many there were */
async function select(client: Client): Promise<number> {
  let count = 0;
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string }>({
      name: 'bare-select',
      text: `SELECT position, stream, revision, id, type, data, metadata FROM event_store.events
             WHERE position > $1 ORDER BY position LIMIT ${BATCH}`,
      values: [after],
    });
    count += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < BATCH) return count;
  }
}

/** The bare rows before and after: what the machine does meanwhile meets both. */
async function verify(): Promise<Verified> {
  const { pool, store, receipts } = opened();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const bare: number[] = [];
    const read = async (): Promise<number> => {
      const began = performance.now();
      const rows = await select(client);
      bare.push((rows * 1000) / (performance.now() - began));
      return rows;
    };
    const rows = await read();
    const publicKeys = () => receipts.publicKeys();
    const began = performance.now();
    const parts = { pool, store, publicKeys, streamPrefixes: STREAM_PREFIXES, isOwnStream };
    const { events, firstBroken } = await verifyLog(parts);
    const rate = (events * 1000) / (performance.now() - began);
    if (firstBroken !== null || events !== rows)
      throw new Error(`${events} of ${rows} events, ${firstBroken?.kind ?? 'intact'}`);
    await read();
    return { rate, bare: median(bare) };
  } finally {
    await client.end();
  }
}

/** Milliseconds of an inclusion proof, 95 of 100 at most, of leaves all over the tree. */
async function prove(): Promise<Proven> {
  const { pool, receipts } = opened();
  const leaves = await treeSize(pool);
  const times: number[] = [];
  for (let n = 0; n < PROOFS; n += 1) {
    const [leaf] = await leavesFrom(pool, Math.floor((n * 7919 * leaves) / PROOFS) % leaves, 1);
    const began = performance.now();
    const proof = await proveEvent({ pool, receipts }, leaf?.eventHash ?? '');
    times.push(performance.now() - began);
    if (proof === undefined) throw new Error('an event is in no checkpoint');
  }
  return { leaves, ms: quantile(times, 0.95) };
}

answer({
  start,
  grow,
  growNamed,
  longHistory,
  meet,
  project,
  verify,
  prove,
  stop: async () => infrastructure?.close(),
});
