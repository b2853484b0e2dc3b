import type { Pool } from 'pg';
import { Unavailable } from '../platform/errors/unavailable.js';
import { fitsTree } from './fits-tree.js';
import { provesConsistency } from './merkle-tree.js';
import { COLUMNS, isSignedByUs, newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { consistencyProofs, TreeIncomplete, treeSize } from './stored-tree.js';
import type { TreeParts } from './tree-parts.js';

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

/** Thrown if the database does not continue the newest checkpoint that this backend saw. */
export class CheckpointBehind extends Unavailable {
  constructor(size: number, kept: number) {
    super(
      `The newest checkpoint of the database covers ${size} events and does not continue the checkpoint over ${kept} events that this backend kept, so the service signs no further checkpoint. The database was put back to an older state, or changed. If you restored it, run siegel log:adopt. Otherwise see SiegelTamperingFound in docs/operations.md.`,
    );
  }
}

/**
 * Thrown if the tree still lacks leaves of the checkpoint that this backend kept, and is growing into its
 * tree.
 */
export class TreeGrowing extends Unavailable {
  constructor(leaves: number, kept: number) {
    super(
      `The tree over the log has ${leaves} leaves, and this backend kept a checkpoint over ${kept}: the database was restored to an older state than the event store. The service appends the missing leaves, and signs the next checkpoint then.`,
    );
  }
}

type ContinuingParts = Pick<TreeParts, 'pool' | 'receipts' | 'tampering' | 'tree'>;

/**
 * Returns the checkpoint that the next one continues; undefined if there is none yet. It is the newest one of
 * the database. One of our keys signed it, and it continues the newest one that this backend saw
 * (rule:newest-checkpoint-is-kept). If only the database's row is gone and the tree still has the leaves, the
 * kept checkpoint is put back. As long as the tree of a restored database grows into that of the kept
 * checkpoint, the newest one of the database is returned.
 * @throws CheckpointNotOurs, CheckpointBehind
 */
export async function checkpointToContinue(parts: ContinuingParts): Promise<SignedCheckpoint | undefined> {
  const { pool, receipts, tampering, tree } = parts;
  // Before the database: this process may sign and keep a newer one meanwhile.
  const kept = tree.kept.newest;
  const newest = await newestCheckpoint(pool);
  if (newest !== undefined && !(await isSignedByUs(newest, receipts))) {
    tampering.found('checkpoint', { size: newest.size, keyId: newest.keyId });
    throw new CheckpointNotOurs(newest);
  }
  if (kept === undefined || (newest !== undefined && (await continues(pool, kept, newest)))) {
    if (newest !== undefined) await tree.kept.keep(newest);
    return newest;
  }
  const size = newest?.size ?? 0;
  const leaves = await treeSize(pool);
  const isGrowing = tree.kept.isGrowing(leaves);
  if (isGrowing && leaves < kept.size) return newest;
  const isOnlyRow = size < kept.size && (await isSignedByUs(kept, receipts)) && (await fitsTree(pool, kept));
  if (!isGrowing || !isOnlyRow) tampering.found('checkpoint_behind', { size, kept: kept.size });
  if (!isOnlyRow) throw new CheckpointBehind(size, kept.size);
  await putBack(pool, kept);
  return kept;
}

/** @throws TreeGrowing if the tree has to grow before a checkpoint may be signed */
export async function requireGrown({ pool, tree }: Pick<TreeParts, 'pool' | 'tree'>): Promise<void> {
  const { kept } = tree;
  const leaves = await treeSize(pool);
  if (kept.newest !== undefined && leaves < kept.newest.size && kept.isGrowing(leaves))
    throw new TreeGrowing(leaves, kept.newest.size);
}

/** True if the stored tree proves that the newer checkpoint continues the older one. */
async function continues(pool: Pool, older: SignedCheckpoint, newer: SignedCheckpoint): Promise<boolean> {
  if (newer.size < older.size) return false;
  if (newer.size === older.size) return newer.root === older.root;
  const [proof] = await consistencyProofs(pool, [older.size], newer.size).catch((error: unknown) => {
    if (error instanceof TreeIncomplete) return [];
    throw error;
  });
  const tree = ({ size, root }: SignedCheckpoint) => ({ size, root: Buffer.from(root, 'hex') });
  return proof !== undefined && provesConsistency({ older: tree(older), newer: tree(newer), proof });
}

async function putBack(pool: Pool, { size, root, at, keyId, signature }: SignedCheckpoint): Promise<void> {
  await pool.query(
    `INSERT INTO log_checkpoints (${COLUMNS}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (size) DO NOTHING`,
    [size, Buffer.from(root, 'hex'), at, keyId, Buffer.from(signature, 'base64')],
  );
}
