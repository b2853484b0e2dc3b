import { Unavailable } from '../errors/unavailable.js';

/** Error codes of PostgreSQL and Node that mean that the statement is valid but cannot be executed now. */
const SQL_STATES = new Set([
  '53000', // insufficient resources
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57P05', // idle session timeout
  '57014', // query cancelled: our own statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction timeout
  '25006', // read only: a replica that was promoted elsewhere
]);

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

/** The `pg` client has no codes for these errors. */
const MESSAGES =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|timeout expired|query read timeout|client has encountered a connection error|not queryable|client was closed|server closed the connection/i;

/**
 * True if the database or another store could not be reached, is shutting down or did not answer in time. The
 * call then gets a 503 and is worth a retry.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, driverError, message } = error as {
    code?: unknown;
    errors?: unknown;
    driverError?: unknown;
    message?: unknown;
  };
  if (typeof code === 'string' && (SQL_STATES.has(code) || SYSTEM_CODES.has(code) || /^08...$/.test(code)))
    return true;
  if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
  if (driverError !== undefined && driverError !== error && isUnavailable(driverError)) return true;
  return typeof message === 'string' && MESSAGES.test(message);
}

/**
 * Returns the reason for an error. The reason is the error's message, or its code if it has no message. An
 * error has no message, for instance, after failed attempts at several addresses.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message;
  return String((error as { code?: unknown }).code ?? error);
}
