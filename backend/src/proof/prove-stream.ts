import type { Pool } from 'pg';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import type { BundledConsistency, BundledProof } from './bundle/bundle-files.js';
import { checkpointNamed, differentCheckpoints } from './checkpoint-name.js';
import { leavesWith } from './leaves.js';
import {
  coveringCheckpoint,
  isProvable,
  type ProvingParts,
  unlessIncomplete,
} from './covering-checkpoint.js';
import { fitsTree } from './fits-tree.js';
import { checkpointsBefore, type SignedCheckpoint } from './signed-checkpoints.js';
import { consistencyProofs, inclusionProofs } from './stored-tree.js';

export interface StreamProof {
  readonly checkpoint: SignedCheckpoint;
  /** Inclusion proofs of the events, in the order of the events. */
  readonly proofs: readonly BundledProof[];
  /**
   * Name of the newest checkpoint before each event, in the order of the events. Null if there is no such
   * checkpoint, or if the stored tree does not begin with the checkpoint's tree.
   */
  readonly before: readonly (string | null)[];
  /** Proofs that the covering checkpoint extends each checkpoint in `before`. */
  readonly consistency: readonly BundledConsistency[];
}

const hex = (hash: Buffer): string => hash.toString('hex');

/**
 * Returns the first checkpoint that covers all of these events, and the proofs of the events
 * (rule:evidence-bundle). Later calls return the same checkpoint until the stream gets more events. Returns
 * undefined if no checkpoint covers all events yet, if an event has no leaf, if rows of the tree are missing, or
 * if the tree does not carry our MAC.
 * @param eventHashes hexadecimal, in the order of their stream
 */
export const proveStream = (
  parts: ProvingParts,
  eventHashes: readonly string[],
): Promise<StreamProof | undefined> => unlessIncomplete(parts, () => provenStream(parts, eventHashes));

async function provenStream(
  parts: ProvingParts,
  eventHashes: readonly string[],
): Promise<StreamProof | undefined> {
  const { pool } = parts;
  const places = await placesOf(pool, eventHashes);
  const last = places?.reduce((most, place) => Math.max(most, place), -1);
  if (places === undefined || last === undefined || !(await isProvable(parts))) return undefined;
  const checkpoint = await coveringCheckpoint(parts, last);
  if (checkpoint === undefined) return undefined;
  const proofs: BundledProof[] = [];
  for await (const part of chunkedWithYield(places)) {
    const found = await inclusionProofs(pool, part, checkpoint.size);
    proofs.push(...part.map((index, n) => ({ index, proof: (found[n] ?? []).map(hex) })));
  }
  const before = await fittingBefore(pool, places);
  return { checkpoint, proofs, before, consistency: await consistencyOf(pool, before, checkpoint) };
}

/**
 * Returns, for each place, the name of the newest checkpoint before that place. A row can claim anything, so
 * a checkpoint is named only if the tree begins with the checkpoint's tree.
 */
async function fittingBefore(pool: Pool, places: readonly number[]): Promise<(string | null)[]> {
  const before = await checkpointsBefore(pool, places);
  const fitting = new Set<string>();
  for (const name of differentCheckpoints(before)) {
    const named = checkpointNamed(name);
    if (named !== undefined && (await fitsTree(pool, named))) fitting.add(name);
  }
  return before.map((name) => (name !== null && fitting.has(name) ? name : null));
}

async function placesOf(pool: Pool, eventHashes: readonly string[]): Promise<number[] | undefined> {
  const leaves = new Map(
    (await leavesWith(pool, eventHashes)).map(({ eventHash, place }) => [eventHash, place]),
  );
  const places = eventHashes.flatMap((hash) => leaves.get(hash) ?? []);
  return places.length === eventHashes.length ? places : undefined;
}

async function consistencyOf(
  pool: Pool,
  before: readonly (string | null)[],
  { size }: SignedCheckpoint,
): Promise<BundledConsistency[]> {
  const consistency: BundledConsistency[] = [];
  for await (const part of chunkedWithYield(differentCheckpoints(before))) {
    const sizes = part.map((name) => checkpointNamed(name)?.size ?? 0);
    const found = await consistencyProofs(pool, sizes, size);
    consistency.push(...part.map((checkpoint, n) => ({ checkpoint, proof: (found[n] ?? []).map(hex) })));
  }
  return consistency;
}
