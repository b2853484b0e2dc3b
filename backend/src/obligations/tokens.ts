// Injection tokens for obligations that NDAs' streams do not record.

/** An `ObligationQuery` list. */
export const OTHER_OBLIGATION_QUERIES = Symbol('OtherObligationQueries');
/** A `ClosableStreams` list. */
export const OTHER_CLOSABLE_STREAMS = Symbol('OtherClosableStreams');
/** A `CompleteObligations` function. */
export const COMPLETE_OBLIGATIONS = Symbol('CompleteObligations');
