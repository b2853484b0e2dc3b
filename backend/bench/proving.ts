import type { Infrastructure } from '#src/app/infrastructure';
import { isOwnStream, STREAM_PREFIXES } from '#src/app/streams';
import { projectionsOf } from '#src/app/projections';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { LeaseKeeper } from '#src/eventsourcing/subscriptions/leases/lease';
import { silentLogger } from '#src/platform/logging/logger';
import { until } from '#src/platform/testing/until';
import { Checkpointer } from '#src/proof/checkpointer';
import { leavesFrom } from '#src/proof/leaves';
import { proveEvent } from '#src/proof/prove-event';
import { signCheckpoint } from '#src/proof/sign-checkpoints';
import { treeSize } from '#src/proof/stored-tree';
import { verifyLog } from '#src/proof/verify-log';
import { quantile } from './statistics.js';

// Checkpointer, proofs and verification of a long log, without a running backend.

/** Events per batch, as a backend reads the log. */
const BATCH = 1000;
const WITHIN_MS = 3_600_000;
const PROOFS = 1000;

/**
 * Returns the time that the work takes, in milliseconds: the elapsed time, and the CPU time of this process.
 */
async function costOf(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

/** Makes the leaves of the whole log, and signs the head. @returns the cost of making the leaves */
export async function buildLeaves(
  { pool, log, receipts, clock, tampering, tree, trust }: Infrastructure,
  events: number,
): Promise<{ ms: number; cpuMs: number }> {
  const leases = new LeaseKeeper({ pool, logger: silentLogger });
  const proof = { pool, log, receipts, tampering, tree };
  const checkpointer = new Checkpointer({
    ...proof,
    closed: trust.closed,
    leases,
    logger: silentLogger,
    streamPrefixes: STREAM_PREFIXES,
    isOwnStream,
    batchSize: BATCH,
  });
  const cost = await costOf(async () => {
    checkpointer.start();
    await until(async () => (await treeSize(pool)) >= events, WITHIN_MS);
  });
  await checkpointer.stop();
  await signCheckpoint({ ...proof, clock });
  return cost;
}

/** Rebuilds the table of NDAs from the events of the log. @returns milliseconds of this process's CPU */
export async function project(infrastructure: Infrastructure): Promise<number> {
  const projection = projectionsOf(infrastructure).find(({ name }) => name === 'ndas');
  if (projection === undefined) throw new Error('there is no such projection');
  return (await costOf(() => rebuildProjection({ ...infrastructure, projection }))).cpuMs;
}

/** Verifies the log. @returns the number of events @throws Error if the log is not intact */
export async function verify({ pool, store, receipts }: Infrastructure): Promise<number> {
  const publicKeys = () => receipts.publicKeys();
  const parts = { pool, store, publicKeys, streamPrefixes: STREAM_PREFIXES, isOwnStream };
  const { events, firstBroken } = await verifyLog(parts);
  if (firstBroken !== null) throw new Error(`the log is not intact: ${firstBroken.kind}`);
  return events;
}

/**
 * Returns the 95th percentile of the milliseconds that an inclusion proof takes, for leaves all over the
 * tree.
 */
export async function prove({ pool, receipts, tree, tampering }: Infrastructure): Promise<number> {
  const leaves = await treeSize(pool);
  const times: number[] = [];
  for (let n = 0; n < PROOFS; n += 1) {
    const [leaf] = await leavesFrom(pool, Math.floor((n * 7919 * leaves) / PROOFS) % leaves, 1);
    const began = performance.now();
    const proof = await proveEvent({ pool, receipts, tree, tampering }, leaf?.eventHash ?? '');
    times.push(performance.now() - began);
    if (proof === undefined) throw new Error('an event is in no checkpoint');
  }
  return quantile(times, 0.95);
}
