/** Problems that a check finds. Their names contain nothing from the file, so they may be shown and logged. */
export type EvidenceProblem =
  | 'unreadable'
  | 'unknown_format'
  /** Readable, but not in the one canonical spelling. */
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
