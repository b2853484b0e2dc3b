// Injection tokens of obligations outside of NDAs' streams.

/** An `OwedElsewhere` list. */
export const OWED_ELSEWHERE = Symbol('OwedElsewhere');
/** A `ClosableStreams` list. */
export const CLOSABLE_ELSEWHERE = Symbol('ClosableElsewhere');
/** A `CompleteObligations` function. */
export const COMPLETE_OBLIGATIONS = Symbol('CompleteObligations');
