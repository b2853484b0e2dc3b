/** Member names that could give input access to inherited members, or make a parser guess a type. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the first of these names that is among an object's own members. */
export const inheritedNameIn = (value: object): string | undefined =>
  Object.keys(value).find((name) => INHERITED.has(name));
