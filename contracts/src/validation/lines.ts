/** No control characters, no line or paragraph separators, no lone surrogates (rule:one-line-fields). */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
/** As ONE_LINE, but line breaks, both separators and tabs are allowed. */
export const MANY_LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u;
