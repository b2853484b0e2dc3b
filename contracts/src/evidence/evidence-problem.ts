/** What does not fit. Free of what the file says, so that it may be shown and logged. */
export type EvidenceProblem =
  | 'unreadable'
  | 'unknown_format'
  /** Read, and not in the one spelling that is written. */
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
