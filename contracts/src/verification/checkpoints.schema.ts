import {
  count,
  listOf,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
} from '../schema.js';
import {
  BROKEN_KINDS,
  type BrokenPlaceView,
  type CheckpointListView,
  type CheckpointView,
  type LogVerdictView,
  type ReceiptProofView,
} from './checkpoints.js';

export const checkpointSchema: Schema<CheckpointView> = named(
  'Checkpoint',
  objectOf<CheckpointView>({
    size: count,
    root: sha256,
    at: timestamp,
    keyId: text,
    signature: textWith({
      contentEncoding: 'base64',
      description: 'Ed25519 over the canonical JSON of the rest',
    }),
  }),
);

export const checkpointListSchema: Schema<CheckpointListView> = named(
  'CheckpointList',
  objectOf<CheckpointListView>({ items: listOf(checkpointSchema) }),
);

export const receiptProofSchema: Schema<ReceiptProofView> = named(
  'ReceiptProof',
  objectOf<ReceiptProofView>({ checkpoint: checkpointSchema, index: count, proof: listOf(sha256) }),
);

export const brokenPlaceSchema: Schema<BrokenPlaceView> = named(
  'BrokenPlace',
  objectOf<BrokenPlaceView>({
    stream: nullable(text),
    revision: nullable(count),
    kind: oneOf(BROKEN_KINDS),
    detail: text,
  }),
);

export const logVerdictSchema: Schema<LogVerdictView> = named(
  'LogVerdict',
  objectOf<LogVerdictView>({
    verdict: oneOf(['intact', 'broken']),
    events: count,
    checkpoints: count,
    firstBroken: nullable(brokenPlaceSchema),
  }),
);
