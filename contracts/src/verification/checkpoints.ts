import {
  count,
  described,
  listOf,
  namedObject,
  nullable,
  oneOf,
  sha256,
  text,
  textWith,
  timestamp,
  type ViewOf,
} from '../schema.js';
import { WholeNumberOrAbsent } from '../validation/whole-number.js';

export const checkpointSchema = namedObject('Checkpoint', {
  size: described('Number of leaves of the tree', count),
  root: sha256,
  at: timestamp,
  keyId: text,
  signature: textWith({
    contentEncoding: 'base64',
    description: 'Ed25519 signature over the canonical JSON of all other members',
  }),
});
/** A checkpoint: the signed root of the Merkle tree over the log (rule:log-is-checkpointed). */
export interface CheckpointView extends ViewOf<typeof checkpointSchema> {}

export const checkpointListSchema = namedObject('CheckpointList', { items: listOf(checkpointSchema) });
/** `GET /api/checkpoints` */
export interface CheckpointListView extends ViewOf<typeof checkpointListSchema> {}

export const receiptProofSchema = namedObject('ReceiptProof', {
  checkpoint: checkpointSchema,
  index: described('Index of the event among the leaves, counted from 0', count),
  proof: described('Hashes from the leaf upwards (RFC 9162 section 2.1.3)', listOf(sha256)),
});
/**
 * `GET /api/receipts/{eventHash}`: the first checkpoint that covers the event, and the proof that the
 * checkpoint covers the event.
 */
export interface ReceiptProofView extends ViewOf<typeof receiptProofSchema> {}

/** The kinds of damage at a place in the log. */
export const BROKEN_KINDS = [
  'altered',
  'dropped',
  'reordered',
  'inserted',
  'truncated',
  'forked',
  'spliced',
  'checkpoint_mismatch',
  'bad_signature',
  'consistency_broken',
] as const;
export type BrokenKind = (typeof BROKEN_KINDS)[number];

export const brokenPlaceSchema = namedObject('BrokenPlace', {
  stream: described('Null if a checkpoint itself is damaged', nullable(text)),
  revision: described('Counted from 0', nullable(count)),
  kind: oneOf(BROKEN_KINDS),
  detail: described(
    'Details in English for the person who investigates. They contain no personal data',
    text,
  ),
});
/** The first damaged position in the log. */
export interface BrokenPlaceView extends ViewOf<typeof brokenPlaceSchema> {}

export const logVerdictSchema = namedObject('LogVerdict', {
  verdict: oneOf(['intact', 'broken']),
  events: described('Number of events that were verified', count),
  checkpoints: described('Number of checkpoints that were verified', count),
  firstBroken: nullable(brokenPlaceSchema),
});
/** `GET /api/audit/ndas/{id}/verify` */
export interface LogVerdictView extends ViewOf<typeof logVerdictSchema> {}

export const CHECKPOINT_LIST_MAX = 1000;

/** `GET /api/checkpoints?after&limit` */
export class CheckpointListQuery {
  /** Size of the last checkpoint that the caller already has. */
  @WholeNumberOrAbsent(0, Number.MAX_SAFE_INTEGER)
  after?: number;

  @WholeNumberOrAbsent(1, CHECKPOINT_LIST_MAX)
  limit: number = CHECKPOINT_LIST_MAX;
}
