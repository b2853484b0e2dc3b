/** Names by which input could reach what an object inherits, or what reads it guess its type. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The first of these names that an object has of its own. */
export const inheritedNameIn = (value: object): string | undefined =>
  Object.keys(value).find((name) => INHERITED.has(name));
