/**
 * Names of members that are dangerous in input. They could give access to inherited members, or make a parser
 * guess a type.
 */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the first own member name of the object that is in `INHERITED`; undefined if there is none. */
export const inheritedNameIn = (value: object): string | undefined =>
  Object.keys(value).find((name) => INHERITED.has(name));
