import {
  flag,
  listOf,
  named,
  nullable,
  objectOf,
  oneOf,
  optional,
  type Schema,
  sha256,
  text,
  timestamp,
  uuid,
} from '../schema.js';
import {
  REASONS,
  type VerificationReason,
  type VerificationView,
  type VerifiedSignature,
  VERDICTS,
} from './view.js';

const signature: Schema<VerifiedSignature> = named(
  'VerifiedSignature',
  objectOf<VerifiedSignature>({
    role: oneOf(['party1', 'party2', 'seal']),
    name: text,
    at: nullable(timestamp),
    valid: flag,
    timestamped: optional(flag),
    certificateHash: optional(sha256),
  }),
);

const reason: Schema<VerificationReason> = objectOf<VerificationReason>({
  code: oneOf(REASONS),
  message: text,
});

export const verificationSchema: Schema<VerificationView> = named(
  'Verification',
  objectOf<VerificationView>({
    verdict: oneOf(VERDICTS),
    ndaId: optional(uuid),
    completedAt: optional(timestamp),
    signatures: listOf(signature),
    reasons: listOf(reason),
  }),
);
