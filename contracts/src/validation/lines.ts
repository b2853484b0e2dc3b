/**
 * Matches texts without control characters, line or paragraph separators, or lone surrogates
 * (rule:one-line-fields).
 */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
/** Like `ONE_LINE`, but line breaks, line and paragraph separators, and tabs are allowed. */
export const MANY_LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u;
