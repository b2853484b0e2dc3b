import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool, PoolClient } from 'pg';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { notBefore } from '../eventsourcing/journal/event.js';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { transaction } from '../platform/postgres/pool.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import type { Receipts } from '../vault/receipts.js';
import { truncateTree, replaceNodes } from './truncate-tree.js';
import { leavesFrom } from './leaves.js';
import { type FoundLeaves, leavesToSign, positionOf } from './leaves-to-sign.js';
import { EMPTY_ROOT, TreeEdge } from './merkle-tree.js';
import { COLUMNS, isSignedByUs, newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { readEdge, treeSize, TreeIncomplete } from './stored-tree.js';

/**
 * Thrown if the tree does not begin with the last signed tree. Signing such a tree would break the promise
 * that the log only grows.
 */
export class TreeNotContinued extends Unavailable {
  constructor() {
    super(
      'The tree over the log does not continue the newest checkpoint, so the service signs no further checkpoint. `siegel verify:log` says what is broken.',
    );
  }
}

/**
 * Thrown if none of our keys signed the newest stored checkpoint. Signing a later checkpoint would also
 * confirm this one.
 */
export class CheckpointNotOurs extends Unavailable {
  constructor({ size, keyId }: Pick<SignedCheckpoint, 'size' | 'keyId'>) {
    super(
      `The newest checkpoint (of ${size} events) names the key ${keyId}, but no present or former key of CHECKPOINT_KEY signed it, so the service signs no further checkpoint. See SiegelTamperingFound in docs/operations.md.`,
    );
  }
}

/** Key of the advisory lock under which only one checkpoint is signed at a time. */
const SIGNING_LOCK = 1_795_000_600;

export interface SigningParts {
  readonly pool: Pool;
  readonly log: Pick<TrustedReader, 'readAll' | 'single'>;
  readonly receipts: Pick<Receipts, 'keyId' | 'sign' | 'ownKey'>;
  readonly clock: Clock;
  readonly tampering: Tampering;
}

/** Size and root of the tree that a checkpoint covers, as the checkpoint's row claims. */
type Signed = Pick<SignedCheckpoint, 'size' | 'root'>;
const NOTHING: Signed = { size: 0, root: EMPTY_ROOT.toString('hex') };

/**
 * Signs the current tree (rule:log-is-checkpointed), or returns the last checkpoint if the tree has not
 * grown. A checkpoint is stored before it is handed out. A leaf is signed only if its event is in the store.
 * Other leaves are reported and removed from the tree (rule:leaves-have-events).
 * @throws TreeNotContinued, CheckpointNotOurs, EventStoreUnavailable
 */
export async function signCheckpoint(parts: SigningParts): Promise<SignedCheckpoint> {
  for (;;) {
    const before = await newestOwnCheckpoint(parts);
    const found = await leavesBehind(parts, before ?? NOTHING);
    const signed = await transaction(parts.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_LOCK]);
      const newest = await newestCheckpoint(client);
      // `before` is no longer the newest checkpoint: another backend signed a new checkpoint, or somebody
      // edited the row. The loop starts over.
      if (newest?.signature !== before?.signature) return undefined;
      return settle(parts, client, before, found);
    });
    if (signed === undefined) continue;
    reportFindings(parts, found);
    return signed;
  }
}

function reportFindings({ tampering }: SigningParts, { edge, foreign, mismatched }: FoundLeaves): void {
  if (foreign !== undefined) {
    const { place, stream, revision } = foreign;
    tampering.found('leaf_without_event', { place, stream, revision });
  }
  if (mismatched.length > 0) tampering.found('tree', { size: edge.size });
}

/**
 * Returns the newest checkpoint, or undefined if there is none.
 * @throws CheckpointNotOurs if none of our keys signed the newest checkpoint
 */
async function newestOwnCheckpoint({
  pool,
  receipts,
  tampering,
}: SigningParts): Promise<SignedCheckpoint | undefined> {
  const newest = await newestCheckpoint(pool);
  if (newest === undefined || (await isSignedByUs(newest, receipts))) return newest;
  tampering.found('checkpoint', { size: newest.size, keyId: newest.keyId });
  throw new CheckpointNotOurs(newest);
}

async function leavesBehind(parts: SigningParts, { size, root }: Signed): Promise<FoundLeaves> {
  const { pool, log, tampering } = parts;
  const edge = await edgeOf(pool, size);
  const [last] = size === 0 ? [] : await leavesFrom(pool, size - 1, 1);
  const isThere = size === 0 || last?.place === size - 1;
  if (!isThere || edge?.root().toString('hex') !== root) {
    tampering.found('tree', { size });
    throw new TreeNotContinued();
  }
  return leavesToSign(parts, { edge, position: await positionOf(log, last) });
}

async function edgeOf(pool: Pool, size: number): Promise<TreeEdge | undefined> {
  try {
    return size === 0 ? TreeEdge.empty() : await readEdge(pool, size);
  } catch (error) {
    if (error instanceof TreeIncomplete) return undefined;
    throw error;
  }
}

/**
 * Signs the valid leaves, removes the other leaves, and repairs nodes that do not match their leaves. The
 * caller holds the lock.
 */
async function settle(
  parts: SigningParts,
  client: PoolClient,
  before: SignedCheckpoint | undefined,
  { edge, position, foreign, mismatched }: FoundLeaves,
): Promise<SignedCheckpoint> {
  if (foreign !== undefined || mismatched.length > 0) {
    await truncateTree(client, { size: edge.size, position });
    await replaceNodes(client, mismatched);
  }
  return before?.size === edge.size ? before : insertCheckpoint(parts, client, before, edge);
}

/** Signs a tree, and stores the checkpoint. */
export async function insertCheckpoint(
  { receipts, clock }: Pick<SigningParts, 'clock'> & { receipts: Pick<Receipts, 'keyId' | 'sign'> },
  client: PoolClient,
  before: SignedCheckpoint | undefined,
  edge: TreeEdge,
): Promise<SignedCheckpoint> {
  const root = edge.root();
  const at = notBefore(clock.now().toISOString(), before?.at ?? null);
  const statement = { size: edge.size, root: root.toString('hex'), at, keyId: receipts.keyId };
  const signature = receipts.sign(statement);
  await client.query(`INSERT INTO log_checkpoints (${COLUMNS}) VALUES ($1, $2, $3, $4, $5)`, [
    edge.size,
    root,
    at,
    receipts.keyId,
    Buffer.from(signature, 'base64'),
  ]);
  return { ...statement, signature };
}

/** Signs a checkpoint every `minutes` minutes if the log has grown (rule:log-is-checkpointed). */
export const signCheckpoints = (parts: SigningParts, minutes: number): Scheduled => ({
  name: 'sign-checkpoints',
  everyMs: (minutes * HOUR_MS) / 60,
  run: async () => {
    // An empty log needs no proof.
    if ((await treeSize(parts.pool)) > 0) await signCheckpoint(parts);
  },
});
