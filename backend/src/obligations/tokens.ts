// Injection tokens of obligations outside of NDAs' streams.

/** An `ObligationQuery` list. */
export const OTHER_OBLIGATION_QUERIES = Symbol('OtherObligationQueries');
/** A `ClosableStreams` list. */
export const OTHER_CLOSABLE_STREAMS = Symbol('OtherClosableStreams');
/** A `CompleteObligations` function. */
export const COMPLETE_OBLIGATIONS = Symbol('CompleteObligations');
