import { OperatorError } from '../platform/errors/operator-error.js';
import { GRANT_ADVICE, isRefusedLogin, missingPermission } from '../platform/postgres/refused.js';
import { isUnavailable, reasonOf } from '../platform/postgres/unavailable.js';

type SystemError = NodeJS.ErrnoException & { readonly port?: number };

function ofDatabase(error: Error): string | undefined {
  const right = missingPermission(error);
  if (right !== undefined) return `The role of the database lacks a right: ${right}. ${GRANT_ADVICE}`;
  if (!isUnavailable(error) && !isRefusedLogin(error)) return undefined;
  return `A server cannot be reached, or refuses the login: ${reasonOf(error)}. Check that the servers named in DATABASE_URL and EVENT_STORE_URL are running, and that user names and passwords are right.`;
}

/**
 * Returns the text to print after the service failed to start or a command failed. If the error is
 * unexpected, the text is its stack trace.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  const { code, port, syscall } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or choose another port, for instance with PORT=3001 npm start.`;
  if (code === 'EACCES' && port !== undefined)
    return `This account may not use port ${port}. Choose another port, for instance with PORT=3001 npm start.`;
  if (code === 'EACCES') return `This account lacks a permission: ${error.message}`;
  // The operating system's message already names the call and the file: 'ENOSPC: no space left on device,
  // write'.
  if (syscall !== undefined) return error.message;
  return ofDatabase(error) ?? error.stack ?? error.message;
}
