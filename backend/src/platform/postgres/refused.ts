import { reasonOf } from './unavailable.js';

/** PostgreSQL: a right that the role lacks; no schema that it may use. */
const LACKS_RIGHT = new Set<unknown>(['42501', '3F000']);
/** A login that is refused, and a database that there is not. */
const NOT_LET_IN = /^(28|3D)/;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

/**
 * What a role may not do, as PostgreSQL says it: with the name of the table or schema, and nothing of what is in it.
 * Undefined where something else failed.
 */
export const lackedRight = (error: unknown): string | undefined =>
  LACKS_RIGHT.has(codeOf(error)) ? reasonOf(error) : undefined;

export function isRefusedLogin(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && NOT_LET_IN.test(code);
}

/** What an operator does about a right that is lacking. */
export const GIVE_RIGHT = 'Let the role own the database and all that is in it, or give it that right.';
