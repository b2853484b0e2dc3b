/** Injection token of the `OwedElsewhere` list: what is owed outside of NDAs' streams. */
export const OWED_ELSEWHERE = Symbol('OwedElsewhere');
