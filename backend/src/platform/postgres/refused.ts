import { reasonOf } from './unavailable.js';

/** PostgreSQL's error codes if the role lacks a permission, or cannot use any schema. */
const MISSING_PERMISSION = new Set<unknown>(['42501', '3F000']);
/** PostgreSQL's error codes for a refused login, or for a missing database. */
const LOGIN_REFUSED = /^(28|3D)/;

/**
 * PostgreSQL's error codes by which a database refuses a statement that the service always sends: an exception that
 * a function raised (P0), a broken constraint (23) or check option (44), an action of a trigger (09, 27).
 */
const STATEMENT_REFUSED = /^(?:09|23|27|44|P0)[0-9A-Z]{3}$/;

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

/**
 * True if the database refused a statement, though the service expected no refusal. The cause is a trigger,
 * constraint or permission that somebody changed, or a bug of the service.
 */
export function isRefusedStatement(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && (STATEMENT_REFUSED.test(code) || MISSING_PERMISSION.has(code));
}

/** Advice for the operator about a missing permission. */
export const GRANT_ADVICE =
  'Make the role the owner of the database and of everything in it, or grant it that right.';
