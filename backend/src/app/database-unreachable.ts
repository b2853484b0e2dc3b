import { OperatorError } from '../platform/errors/operator-error.js';
import { isRefusedByPooler, POOLER_ADVICE } from '../platform/postgres/real-sessions.js';
import { reasonOf } from '../platform/postgres/unavailable.js';
import { DatabaseReadOnly } from '../platform/postgres/writable.js';

/**
 * Thrown if the database cannot be used at all: it does not answer, refuses the login or accepts no writes.
 */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    super(`The database cannot be used: ${reasonOf(cause)}. ${adviceFor(cause)}`, { cause });
  }
}

function adviceFor(cause: unknown): string {
  if (cause instanceof DatabaseReadOnly)
    return 'Does DATABASE_URL name a replica, or is the server read-only because its disk is full? Name the primary, or free some space on the disk.';
  if (isRefusedByPooler(cause)) return POOLER_ADVICE;
  return 'Check that the database server named in DATABASE_URL is running, and that user name and password are right.';
}
