/** Reading of what may be anything. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const areStrings = (of: Record<string, unknown>, ...names: string[]): boolean =>
  names.every((name) => typeof of[name] === 'string');

/** Whether it has these members, those that may be absent, and no others. */
export const hasMembers = (
  value: Record<string, unknown>,
  members: readonly string[],
  optional: readonly string[] = [],
): boolean =>
  members.every((name) => Object.hasOwn(value, name)) &&
  Object.keys(value).every((name) => members.includes(name) || optional.includes(name));

/** Whether nothing in it lies deeper than this: whoever goes through it does not run out of stack. */
export const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1)));

/** Whether it is a time as `Date.toISOString` writes it, of a day that there is and a year of four digits. */
export function isInstant(text: string): boolean {
  const time = new Date(text);
  return text.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Undefined where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** 32 bytes in base64 as written; undefined where it is anything else. */
export function saltOf(base64: string): Uint8Array | undefined {
  if (!BASE64.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return btoa(String.fromCharCode(...bytes)) === base64 ? bytes : undefined;
}
