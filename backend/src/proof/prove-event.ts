import type { Pool } from 'pg';
import { leavesWith } from './leaves.js';
import { checkpointsAfter, type SignedCheckpoint } from './signed-checkpoints.js';
import { inclusionProofs } from './stored-tree.js';

export interface EventProof {
  readonly checkpoint: SignedCheckpoint;
  /** Of the leaf, counted from 0. */
  readonly index: number;
  /** Hexadecimal, from the leaf upwards. */
  readonly proof: string[];
}

/**
 * The first checkpoint that covers an event, with the proof (rule:receipts-are-proven): the same for ever. Undefined
 * where none does yet, or the hash is of no event.
 * @param eventHash hexadecimal @throws TreeIncomplete
 */
export async function proveEvent(pool: Pool, eventHash: string): Promise<EventProof | undefined> {
  const [leaf] = await leavesWith(pool, [eventHash]);
  if (leaf === undefined) return undefined;
  const [checkpoint] = await checkpointsAfter(pool, leaf.place, 1);
  if (checkpoint === undefined) return undefined;
  const [proof = []] = await inclusionProofs(pool, [leaf.place], checkpoint.size);
  return { checkpoint, index: leaf.place, proof: proof.map((hash) => hash.toString('hex')) };
}
