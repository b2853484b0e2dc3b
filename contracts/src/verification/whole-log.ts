import type { BrokenPlaceView } from './checkpoints.js';

export const VERIFICATION_STATES = ['never', 'running', 'done', 'failed'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** `POST /api/audit/verify` */
export interface VerificationBegunView {
  state: VerificationState;
}

/** `GET /api/audit/verify`: the run that is under way, or was the last one. */
export interface LogVerificationView {
  state: VerificationState;
  /** Events that were looked at. */
  done: number;
  /** Events to look at, as far as that is known. */
  total: number;
  /** ISO 8601 UTC; null where there never was a run. */
  startedAt: string | null;
  /** Null until it ends, however it does. */
  finishedAt: string | null;
  /** Null where there is none: until the run is done, and where it broke off. */
  verdict: 'intact' | 'broken' | null;
  /** Looked at. */
  checkpoints: number;
  firstBroken: BrokenPlaceView | null;
}

/** A key with which receipts and checkpoints are signed, or were. */
export interface SigningKeyView {
  keyId: string;
  /** Ed25519, 32 bytes, base64. */
  publicKey: string;
  /** ISO 8601 UTC: when this service first had it. */
  since: string;
  /** When another one took its place; null for the one that signs now. */
  until: string | null;
}

/** `GET /api/verify/keys` */
export interface SigningKeyListView {
  items: SigningKeyView[];
}
