import { OperatorError } from '../platform/errors/operator-error.js';
import { GRANT_ADVICE, isRefusedLogin, missingPermission } from '../platform/postgres/refused.js';
import { isUnavailable, reasonOf } from '../platform/postgres/unavailable.js';

type SystemError = NodeJS.ErrnoException & { readonly port?: number };

function ofDatabase(error: Error): string | undefined {
  const right = missingPermission(error);
  if (right !== undefined)
    return `The role that works on the database lacks a right: ${right}. ${GRANT_ADVICE}`;
  if (!isUnavailable(error) && !isRefusedLogin(error)) return undefined;
  return `A server cannot be reached, or does not let us in: ${reasonOf(error)}. Are those of DATABASE_URL and EVENT_STORE_URL running, and are names and passwords right?`;
}

/** What is printed where a start or a command fails; with a stack trace where nobody foresaw the error. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  const { code, port, syscall } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or choose another port, as in PORT=3001 npm start.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this account. Choose another, as in PORT=3001 npm start.`;
  if (code === 'EACCES') return `No permission: ${error.message}`;
  // The operating system names the call and the file: 'ENOSPC: no space left on device, write'.
  if (syscall !== undefined) return error.message;
  return ofDatabase(error) ?? error.stack ?? error.message;
}
