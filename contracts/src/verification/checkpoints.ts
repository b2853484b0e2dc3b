import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { ValidationKey } from '../validation-messages.js';

/** The root of the tree over the log, signed (rule:log-is-checkpointed). */
export interface CheckpointView {
  /** Leaves of the tree. */
  size: number;
  /** Hexadecimal. */
  root: string;
  /** ISO 8601 UTC. */
  at: string;
  keyId: string;
  /** Ed25519, base64, over the canonical JSON of the rest. */
  signature: string;
}

/** `GET /api/checkpoints` */
export interface CheckpointListView {
  items: CheckpointView[];
}

/** `GET /api/receipts/{eventHash}`: the first checkpoint that covers the event, and the proof that it does. */
export interface ReceiptProofView {
  checkpoint: CheckpointView;
  /** Of the event among the leaves, counted from 0. */
  index: number;
  /** Hashes, hexadecimal, from the leaf upwards (RFC 9162 section 2.1.3). */
  proof: string[];
}

/** What can be wrong with a place in the log. */
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

/** The first place that is not as it was. */
export interface BrokenPlaceView {
  /** Null where a checkpoint itself is wrong. */
  stream: string | null;
  /** Counted from 0. */
  revision: number | null;
  kind: BrokenKind;
  /** English, for whoever looks into it; nothing personal. */
  detail: string;
}

/** `GET /api/audit/ndas/{id}/verify` */
export interface LogVerdictView {
  verdict: 'intact' | 'broken';
  /** Looked at. */
  events: number;
  /** Looked at. */
  checkpoints: number;
  firstBroken: BrokenPlaceView | null;
}

export const CHECKPOINT_LIST_MAX = 1000;
const says = (message: ValidationKey): { message: ValidationKey } => ({ message });

/** `GET /api/checkpoints?after&limit` */
export class CheckpointListQuery {
  /** Size of the last one that is known. */
  @IsOptional()
  @Type(() => Number)
  @IsInt(says('validation.invalid'))
  @Min(0, says('validation.invalid'))
  @Max(Number.MAX_SAFE_INTEGER, says('validation.invalid'))
  after?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt(says('validation.invalid'))
  @Min(1, says('validation.invalid'))
  @Max(CHECKPOINT_LIST_MAX, says('validation.invalid'))
  limit: number = CHECKPOINT_LIST_MAX;
}
