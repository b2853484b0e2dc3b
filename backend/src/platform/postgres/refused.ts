import { reasonOf } from './unavailable.js';

/** PostgreSQL's error codes if the role lacks a permission, or cannot use any schema. */
const MISSING_PERMISSION = new Set<unknown>(['42501', '3F000']);
/** PostgreSQL's error codes for a refused login, or for a missing database. */
const LOGIN_REFUSED = /^(28|3D)/;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

/**
 * Returns PostgreSQL's message about a missing permission; undefined for other errors. The message names the
 * table or schema, but none of its content.
 */
export const missingPermission = (error: unknown): string | undefined =>
  MISSING_PERMISSION.has(codeOf(error)) ? reasonOf(error) : undefined;

export function isRefusedLogin(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && LOGIN_REFUSED.test(code);
}

/** Advice for the operator about a missing permission. */
export const GRANT_ADVICE =
  'Make the role the owner of the database and of everything in it, or grant it that right.';
