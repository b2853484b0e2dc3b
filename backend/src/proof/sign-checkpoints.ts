import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool, PoolClient } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { notBefore } from '../eventsourcing/journal/event.js';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { transaction } from '../platform/postgres/pool.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import type { Receipts } from '../vault/receipts.js';
import { cutTree, mendNodes } from './cut-tree.js';
import { leavesFrom } from './leaves.js';
import { type FoundLeaves, leavesToSign, positionOf } from './leaves-to-sign.js';
import { EMPTY_ROOT, TreeEdge } from './merkle-tree.js';
import { COLUMNS, isOurs, newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { readEdge, treeSize, TreeIncomplete } from './stored-tree.js';

/** The tree does not begin with what was signed last: signing it would prove a broken promise. */
export class TreeNotContinued extends Unavailable {
  constructor() {
    super(
      'The tree over the log does not continue the last checkpoint, so no other one is signed. `siegel verify:log` says what is broken.',
    );
  }
}

/** No key of ours signed what would be continued: signing on would vouch for it. */
export class CheckpointNotOurs extends Unavailable {
  constructor({ size, keyId }: Pick<SignedCheckpoint, 'size' | 'keyId'>) {
    super(
      `The newest checkpoint, of ${size}, was not signed by a key of CHECKPOINT_KEY or one of its former ones (it names ${keyId}), so no other one is signed. See SiegelTamperingFound in docs/operations.md.`,
    );
  }
}

/** One signs at a time. */
const SIGNING_LOCK = 1_795_000_600;

export interface SigningParts {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly receipts: Pick<Receipts, 'keyId' | 'sign' | 'ownKey'>;
  readonly clock: Clock;
  readonly tampering: Tampering;
}

/** The tree of a checkpoint, as its rows give it. */
type Signed = Pick<SignedCheckpoint, 'size' | 'root'>;
const NOTHING: Signed = { size: 0, root: EMPTY_ROOT.toString('hex') };

/**
 * Signs the tree as it stands (rule:log-is-checkpointed); where it has not grown since the last time, that is the
 * answer. It is stored before anybody is told. Only leaves whose events are in the store are signed; what else lies
 * behind them is told, and taken out of the tree (rule:leaves-have-events).
 * @throws TreeNotContinued, CheckpointNotOurs, EventStoreUnavailable
 */
export async function signCheckpoint(parts: SigningParts): Promise<SignedCheckpoint> {
  for (;;) {
    const before = await continued(parts);
    const found = await foundBehind(parts, before ?? NOTHING);
    const signed = await transaction(parts.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_LOCK]);
      const newest = await newestCheckpoint(client);
      // Somebody else signed meanwhile, or changed what is continued: it is looked at anew.
      if (newest?.signature !== before?.signature) return undefined;
      return settle(parts, client, before, found);
    });
    if (signed === undefined) continue;
    tell(parts, found);
    return signed;
  }
}

function tell({ tampering }: SigningParts, { edge, foreign, unlike }: FoundLeaves): void {
  if (foreign !== undefined) {
    const { place, stream, revision } = foreign;
    tampering.found('leaf_without_event', { place, stream, revision });
  }
  if (unlike.length > 0) tampering.found('tree', { size: edge.size });
}

/** The newest checkpoint, where a key of ours signed it. */
async function continued({ pool, receipts, tampering }: SigningParts): Promise<SignedCheckpoint | undefined> {
  const newest = await newestCheckpoint(pool);
  if (newest === undefined || (await isOurs(newest, receipts))) return newest;
  tampering.found('checkpoint', { size: newest.size, keyId: newest.keyId });
  throw new CheckpointNotOurs(newest);
}

async function foundBehind(parts: SigningParts, { size, root }: Signed): Promise<FoundLeaves> {
  const { pool, store, tampering } = parts;
  const edge = await edgeOf(pool, size);
  const [last] = size === 0 ? [] : await leavesFrom(pool, size - 1, 1);
  const isThere = size === 0 || last?.place === size - 1;
  if (!isThere || edge?.root().toString('hex') !== root) {
    tampering.found('tree', { size });
    throw new TreeNotContinued();
  }
  return leavesToSign(parts, { edge, position: await positionOf(store, last) });
}

async function edgeOf(pool: Pool, size: number): Promise<TreeEdge | undefined> {
  try {
    return size === 0 ? TreeEdge.empty() : await readEdge(pool, size);
  } catch (error) {
    if (error instanceof TreeIncomplete) return undefined;
    throw error;
  }
}

/** Under the lock: what is sound is signed, what is not is taken out, and nodes are those of their leaves again. */
async function settle(
  parts: SigningParts,
  client: PoolClient,
  before: SignedCheckpoint | undefined,
  { edge, position, foreign, unlike }: FoundLeaves,
): Promise<SignedCheckpoint> {
  if (foreign !== undefined || unlike.length > 0) {
    await cutTree(client, { size: edge.size, position });
    await mendNodes(client, unlike);
  }
  return before?.size === edge.size ? before : insert(parts, client, before, edge);
}

async function insert(
  { receipts, clock }: SigningParts,
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

/** A checkpoint every so many minutes, where the log has grown (rule:log-is-checkpointed). */
export const signCheckpoints = (parts: SigningParts, minutes: number): Scheduled => ({
  name: 'sign-checkpoints',
  everyMs: (minutes * HOUR_MS) / 60,
  run: async () => {
    // Of an empty log there is nothing to prove.
    if ((await treeSize(parts.pool)) > 0) await signCheckpoint(parts);
  },
});
