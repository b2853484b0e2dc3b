/**
 * What `POST /api/verify` answers (rule:verification-reveals-nothing). It holds nothing that the uploaded
 * file does not itself contain.
 */

export const VERDICTS = ['authentic', 'altered', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Stable; the texts stand in `reasons.ts`. */
export const REASONS = [
  // The seal holds.
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
  // The same, with parts from before event format 2 that cannot be recomputed.
  'evidence_consistent_in_part',
  'signature_disputed',
  'certificate_expired',
  // The file was changed.
  'content_changed',
  'bytes_appended',
  'several_signatures',
  'seal_incomplete',
  'truncated',
  'timestamp_broken',
  'evidence_broken',
  // Nothing can be said of it.
  'not_a_pdf',
  'encrypted',
  'damaged',
  'no_seal',
  'foreign_seal',
  'issuer_unknown',
  'not_recorded',
] as const;
export type Reason = (typeof REASONS)[number];

export interface VerifiedSignature {
  /**
   * `seal` is the operator's electronic seal over the whole file; the parties' entries are read from the
   * evidence that it covers.
   */
  readonly role: 'party1' | 'party2' | 'seal';
  /** Of the party as it signed, or the seal certificate's subject. */
  readonly name: string;
  /** ISO 8601 UTC; for the seal the time that its timestamp proves, else the one that it states. */
  readonly at: string | null;
  readonly valid: boolean;
  /** Of a seal: when a time-stamp authority's token proves `at`. */
  readonly timestamped?: boolean;
  /** Of a seal: SHA-256 of its certificate, hexadecimal. */
  readonly certificateHash?: string;
}

export interface VerificationReason {
  readonly code: Reason;
  /** In the language asked for; for a reader who knows nothing of signatures. */
  readonly message: string;
}

export interface VerificationView {
  readonly verdict: Verdict;
  /** Only where the file itself, below an unbroken seal, names it. */
  readonly ndaId?: string;
  /** ISO 8601 UTC. */
  readonly completedAt?: string;
  readonly signatures: readonly VerifiedSignature[];
  readonly reasons: readonly VerificationReason[];
}
