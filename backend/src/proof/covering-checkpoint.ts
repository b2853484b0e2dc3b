import type { Pool } from 'pg';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { Receipts } from '../vault/receipts.js';
import {
  checkpointsAfter,
  isSignedByUs,
  isSignedBy,
  newestCheckpoint,
  type SignedCheckpoint,
} from './signed-checkpoints.js';
import { fitsTree } from './fits-tree.js';
import { TreeIncomplete, treeSize } from './stored-tree.js';
import type { TreeTrust } from './tree-parts.js';

export interface ProvingParts {
  readonly pool: Pool;
  readonly receipts: Pick<Receipts, 'ownKey' | 'publicKeys'>;
  readonly tree: Pick<TreeTrust, 'seals'>;
  readonly tampering: Tampering;
}

/** True if the tree carries our MAC (rule:tree-is-sealed). Nothing is proven in another tree. */
export async function isProvable({ pool, tree, tampering }: ProvingParts): Promise<boolean> {
  if ((await tree.seals.fitting(pool)) !== undefined) return true;
  tampering.found('tree_seal', { size: await treeSize(pool) });
  return false;
}

/** Returns undefined, and reports the tree, if rows are missing that the proof needs. */
export async function unlessIncomplete<Proof>(
  { pool, tampering }: ProvingParts,
  prove: () => Promise<Proof>,
): Promise<Proof | undefined> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof TreeIncomplete)) throw error;
    tampering.found('tree', { size: await treeSize(pool) });
    return undefined;
  }
}

/** Maximum number of checkpoint rows that are read. Usually the first of these rows is accepted. */
const CANDIDATES = 20;

/**
 * Returns the first checkpoint that covers a leaf. Every call for the same leaf returns the same checkpoint.
 * A row alone proves nothing, so the function first looks for a covering checkpoint that one of our own keys
 * signed (rule:leaves-have-events). If it finds one, it also accepts an earlier checkpoint that matches the
 * stored tree and whose signature matches a stored public key. The key of the earlier checkpoint may be so
 * old that nothing but its row confirms it.
 */
export async function coveringCheckpoint(
  { pool, receipts }: Pick<ProvingParts, 'pool' | 'receipts'>,
  place: number,
): Promise<SignedCheckpoint | undefined> {
  const after = await checkpointsAfter(pool, place, CANDIDATES);
  const newest = await newestCheckpoint(pool);
  const candidates = newest === undefined ? after : [...after, newest];
  const isOurOwn = async (one: SignedCheckpoint): Promise<boolean> =>
    one.size > place && (await isSignedByUs(one, receipts)) && (await fitsTree(pool, one));
  const own = await firstOf(candidates, isOurOwn);
  if (own === undefined) return undefined;
  const earlier = candidates.filter(({ size }) => size < own.size);
  if (earlier.length === 0) return own;
  const keys = await receipts.publicKeys();
  const isOfAFormerKey = async (one: SignedCheckpoint): Promise<boolean> => {
    const key = keys.find(({ keyId }) => keyId === one.keyId);
    return isSignedBy(one, key) && (await fitsTree(pool, one));
  };
  return (await firstOf(earlier, isOfAFormerKey)) ?? own;
}

async function firstOf(
  candidates: readonly SignedCheckpoint[],
  is: (one: SignedCheckpoint) => Promise<boolean>,
): Promise<SignedCheckpoint | undefined> {
  for (const one of candidates) if (await is(one)) return one;
  return undefined;
}
