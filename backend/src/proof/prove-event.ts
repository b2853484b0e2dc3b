import {
  coveringCheckpoint,
  isProvable,
  type ProvingParts,
  unlessIncomplete,
} from './covering-checkpoint.js';
import { leavesWith } from './leaves.js';
import { provesInclusion } from './merkle-tree.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { inclusionProofs } from './stored-tree.js';

export interface EventProof {
  readonly checkpoint: SignedCheckpoint;
  /** Index of the event's leaf in the tree, counted from 0. */
  readonly index: number;
  /** Hexadecimal hashes, from the leaf upwards. */
  readonly proof: string[];
}

/**
 * Returns the first checkpoint that covers an event, and the proof that the checkpoint covers it
 * (rule:receipts-are-proven). Every call for the same event returns the same checkpoint. Returns undefined if
 * no checkpoint covers the event yet, if no event has this hash, if the stored leaf differs from the signed
 * leaf, if rows of the tree are missing, or if the tree does not carry our MAC.
 * @param eventHash hexadecimal
 */
export const proveEvent = (parts: ProvingParts, eventHash: string): Promise<EventProof | undefined> =>
  unlessIncomplete(parts, () => provenEvent(parts, eventHash));

async function provenEvent(parts: ProvingParts, eventHash: string): Promise<EventProof | undefined> {
  const [leaf] = await leavesWith(parts.pool, [eventHash]);
  if (leaf === undefined || !(await isProvable(parts))) return undefined;
  const { place } = leaf;
  const checkpoint = await coveringCheckpoint(parts, place);
  if (checkpoint === undefined) return undefined;
  const { size } = checkpoint;
  const [proof = []] = await inclusionProofs(parts.pool, [place], size);
  const [entry, root] = [Buffer.from(eventHash, 'hex'), Buffer.from(checkpoint.root, 'hex')];
  // If somebody changed the leaf but not the nodes above it, the proof fails, because the checkpoint does not
  // cover the changed leaf.
  if (!provesInclusion({ entry, place, size, root, proof })) return undefined;
  return { checkpoint, index: place, proof: proof.map((hash) => hash.toString('hex')) };
}
