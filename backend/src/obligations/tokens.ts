// Injection tokens of obligations outside of NDAs' streams.

/** An `ObligationQuery` list. */
export const OTHER_OBLIGATION_QUERIES = Symbol('OtherObligationQueries');
/** A `ClosableStreams` list. */
export const CLOSABLE_ELSEWHERE = Symbol('ClosableElsewhere');
/** A `CompleteObligations` function. */
export const COMPLETE_OBLIGATIONS = Symbol('CompleteObligations');
