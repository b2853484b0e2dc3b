import { reasonOf } from './unavailable.js';

/** PostgreSQL: the role lacks a permission, or may use no schema. */
const MISSING_PERMISSION = new Set<unknown>(['42501', '3F000']);
/** PostgreSQL: a refused login, or a missing database. */
const LOGIN_REFUSED = /^(28|3D)/;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

/**
 * The missing permission in PostgreSQL's words: with the name of the table or schema, and none of its
 * content. Undefined for other errors.
 */
export const missingPermission = (error: unknown): string | undefined =>
  MISSING_PERMISSION.has(codeOf(error)) ? reasonOf(error) : undefined;

export function isRefusedLogin(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && LOGIN_REFUSED.test(code);
}

/** Advice to the operator about a missing permission. */
export const GRANT_ADVICE =
  'Make the role the owner of the database and of everything in it, or grant it that right.';
