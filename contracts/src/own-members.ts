// Names that come from outside, such as a path or a member of a body, can be names that every object inherits:
// `constructor`, `toString`, `__proto__`. Code that looks up such a name uses these functions or a Map.

/** Returns the object's own member of this name. Returns undefined if the object has no such own member. */
export function ownMember<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined;
export function ownMember(object: object, name: string): unknown;
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

/**
 * True if the object has an own member of this name. The compiler then narrows the name's type to the
 * object's keys.
 */
export const isOwnName = <O extends object>(object: O, name: PropertyKey): name is keyof O =>
  Object.hasOwn(object, name);
