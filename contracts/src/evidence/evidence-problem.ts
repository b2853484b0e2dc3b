/**
 * Problems that a check may find. Their names contain nothing from the checked file, so they may be shown and
 * logged.
 */
export type EvidenceProblem =
  | 'unreadable'
  | 'unknown_format'
  /** The evidence is readable, but not in its canonical spelling. */
  | 'not_canonical'
  | 'agreement_hash'
  | 'event_hash'
  | 'event_link'
  | 'event_missing'
  | 'event_order'
  | 'event_of_other_stream'
  | 'disclosure'
  | 'not_complete'
  | 'signed_other_text'
  | 'party'
  | 'signature'
  | 'consent';
