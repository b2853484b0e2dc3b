import { ownMember } from '../own-members.js';

/** Functions that read values of unknown shape. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const areStrings = (of: Record<string, unknown>, ...names: string[]): boolean =>
  names.every((name) => typeof ownMember(of, name) === 'string');

/** True if an object has all of `members`, and no other members except those in `optional`. */
export const hasMembers = (
  value: Record<string, unknown>,
  members: readonly string[],
  optional: readonly string[] = [],
): boolean =>
  members.every((name) => Object.hasOwn(value, name)) &&
  Object.keys(value).every((name) => members.includes(name) || optional.includes(name));

/** True if a value is nested at most this deep, so that recursion over it cannot exhaust the stack. */
export const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1)));

/**
 * True if a text is a time in the format of `Date.toISOString`. The day must exist, and the year must have
 * four digits.
 */
export function isInstant(text: string): boolean {
  const time = new Date(text);
  return text.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Returns the parsed JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Decodes 32 bytes from base64. Returns undefined if the text has another length, or if it is not the
 * canonical base64 of its bytes.
 */
export function saltOf(base64: string): Uint8Array | undefined {
  if (!BASE64.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return btoa(String.fromCharCode(...bytes)) === base64 ? bytes : undefined;
}
