import type { Pool } from 'pg';
import { BACKEND_SESSIONS } from '../app/infrastructure.js';
import { isAnyLeaseHeld } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { sessionsNamed } from '../platform/postgres/sessions.js';

/**
 * Requires that no backend runs on the database. A backend that hangs is detected too: its leases have
 * expired, but its connections are still open.
 * @param called what the error message calls the database
 * @throws OperatorError while a backend runs on the database
 */
export async function requireNoBackend(pool: Pick<Pool, 'query'>, called = 'this database'): Promise<void> {
  const [session] = await sessionsNamed(pool, BACKEND_SESSIONS);
  if (session === undefined && !(await isAnyLeaseHeld(pool))) return;
  const where = session === undefined ? '' : ` and connects from ${session.address ?? 'this machine'}`;
  throw new OperatorError(
    `A backend uses ${called}${where}. Stop every backend first, and kill any backend that does not answer.`,
  );
}
