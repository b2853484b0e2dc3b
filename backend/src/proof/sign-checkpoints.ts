import { HOUR_MS } from '@siegel/contracts/limits';
import type { PoolClient } from 'pg';
import { notBefore } from '../eventsourcing/journal/event.js';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Receipts } from '../vault/receipts.js';
import type { TreeEdge } from './merkle-tree.js';
import { requireGrown, TreeGrowing } from './checkpoint-to-continue.js';
import { withRepairedTree } from './renew-tree.js';
import { COLUMNS, type SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import type { TreeParts } from './tree-parts.js';

export interface SigningParts extends TreeParts {
  readonly receipts: Pick<Receipts, 'keyId' | 'sign' | 'ownKey'>;
  readonly clock: Clock;
}

/**
 * Signs the current tree (rule:log-is-checkpointed), or returns the last checkpoint if the tree has not
 * grown. A checkpoint is stored before it is handed out. It is signed only over leaves that carry this
 * service's MAC. Where they do not, it is signed over those leaves whose event is in the store, and all other
 * leaves are reported and removed (rule:leaves-have-events).
 * @throws TreeNotContinued, CheckpointNotOurs, CheckpointBehind, TreeGrowing, EventStoreUnavailable
 */
export async function signCheckpoint(parts: SigningParts): Promise<SignedCheckpoint> {
  await requireGrown(parts);
  const signed = await withRepairedTree(parts, async (client, edge, before) =>
    before?.size === edge.size ? before : insertCheckpoint(parts, client, before, edge),
  );
  await parts.tree.kept.keep(signed);
  return signed;
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
    if ((await treeSize(parts.pool)) === 0) return;
    await signCheckpoint(parts).catch((error: unknown) => {
      // The next run signs the grown tree.
      if (!(error instanceof TreeGrowing)) throw error;
    });
  },
});
