import {
  described,
  flag,
  listOf,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  optional,
  sha256,
  text,
  timestamp,
  uuid,
  type ViewOf,
} from '../schema.js';

/**
 * The response to `POST /api/verify` (rule:verification-reveals-nothing). Apart from the results of the
 * check, it contains only data from the uploaded file itself.
 */

export const VERDICTS = ['authentic', 'altered', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Stable codes. Their texts are in `reasons.ts`. */
export const REASONS = [
  // Reasons that are given if the seal is valid.
  'seal_valid',
  'timestamp_valid',
  'timestamp_missing',
  'timestamp_unknown',
  'certificate_not_valid',
  'time_ahead',
  'record_found',
  'record_erased',
  'record_unavailable',
  'evidence_consistent',
  // The evidence is consistent, but nobody can recompute its parts that date from before event format 2.
  'evidence_consistent_in_part',
  'signature_disputed',
  'certificate_expired',
  // Events of the agreement's record do not count. If the operator ended the record, the verdict stays
  // `authentic`, otherwise it is `unknown`.
  'record_closed',
  // Reasons that are given if the file was changed.
  'content_changed',
  'bytes_appended',
  'several_signatures',
  'seal_incomplete',
  'truncated',
  'timestamp_broken',
  'evidence_broken',
  // Reasons that are given if the file cannot be judged.
  'not_a_pdf',
  'encrypted',
  'damaged',
  'no_seal',
  'foreign_seal',
  'issuer_unknown',
  'not_recorded',
] as const;
export type Reason = (typeof REASONS)[number];

const signatureSchema = namedObject('VerifiedSignature', {
  role: described(
    "`seal` is the operator's electronic seal over the whole file. The entries of the parties come from the evidence that the seal covers",
    oneOf(['party1', 'party2', 'seal']),
  ),
  name: described("Name with which the party signed, or subject of the seal's certificate", text),
  at: described(
    'For the seal: the time that its timestamp proves, or without a timestamp the time that the seal states',
    nullable(timestamp),
  ),
  valid: flag,
  timestamped: optional(
    described('Only for a seal. True if the token of a time-stamp authority proves `at`', flag),
  ),
  certificateHash: optional(described('Only for a seal. SHA-256 of its certificate', sha256)),
});
export interface VerifiedSignature extends ViewOf<typeof signatureSchema> {}

const reasonSchema = objectOf({
  code: oneOf(REASONS),
  message: described('Text in the requested language, for a reader who knows nothing about signatures', text),
});
export interface VerificationReason extends ViewOf<typeof reasonSchema> {}

export const verificationSchema = namedObject('Verification', {
  verdict: oneOf(VERDICTS),
  ndaId: optional(described('Only present if the file itself names it and its seal is unbroken', uuid)),
  completedAt: optional(timestamp),
  signatures: listOf(signatureSchema),
  reasons: listOf(reasonSchema),
});
export interface VerificationView extends ViewOf<typeof verificationSchema> {}
