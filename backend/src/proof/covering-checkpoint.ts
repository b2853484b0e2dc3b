import type { Pool } from 'pg';
import type { Receipts } from '../vault/receipts.js';
import {
  checkpointsAfter,
  isSignedByUs,
  isSignedBy,
  newestCheckpoint,
  type SignedCheckpoint,
} from './signed-checkpoints.js';
import { rangeRoots, TreeIncomplete } from './stored-tree.js';

export interface ProvingParts {
  readonly pool: Pool;
  readonly receipts: Pick<Receipts, 'ownKey' | 'publicKeys'>;
}

/** Maximum number of checkpoint rows that are read. Usually the first of these rows is accepted. */
const CANDIDATES = 20;

/** True if the stored tree begins with the tree of the checkpoint. */
export async function fitsTree(
  pool: Pool,
  { size, root }: Pick<SignedCheckpoint, 'size' | 'root'>,
): Promise<boolean> {
  if (!Number.isSafeInteger(size)) return false;
  try {
    const [stored] = await rangeRoots(pool, [{ from: 0, to: size }]);
    return stored?.toString('hex') === root;
  } catch (error) {
    if (error instanceof TreeIncomplete) return false;
    throw error;
  }
}

/**
 * Returns the first checkpoint that covers a leaf. Every call for the same leaf returns the same checkpoint.
 * A row alone proves nothing, so the function first looks for a covering checkpoint that one of our own keys
 * signed (rule:leaves-have-events). If it finds one, it also accepts an earlier checkpoint that matches the
 * stored tree and whose signature matches a stored public key. The key of the earlier checkpoint may be so
 * old that nothing but its row confirms it.
 */
export async function coveringCheckpoint(
  { pool, receipts }: ProvingParts,
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
