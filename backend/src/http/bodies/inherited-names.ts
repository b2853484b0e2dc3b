/** Names by which input could reach inherited members, or make a parser guess its type. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The first of these names among an object's own members. */
export const inheritedNameIn = (value: object): string | undefined =>
  Object.keys(value).find((name) => INHERITED.has(name));
