import type { Pool } from 'pg';

export interface Session {
  /** The name that was given to the session's pool. */
  readonly name: string;
  /** Null if the session uses a socket on the server's machine. */
  readonly address: string | null;
}

/**
 * Returns the server's sessions on this database that have one of these names. A suspended process still has
 * its sessions, because a session lasts as long as its connection. Sessions of other roles are visible only
 * if our role has permission to see them.
 */
export async function sessionsNamed(
  pool: Pick<Pool, 'query'>,
  names: readonly string[],
): Promise<readonly Session[]> {
  const { rows } = await pool.query<Session>(
    `SELECT application_name AS name, host(client_addr) AS address FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY($1)`,
    [names],
  );
  return rows;
}

/**
 * Returns the number of connections that the server has for all its databases together, and the limit for
 * ordinary roles.
 */
export async function connectionsInUse(
  pool: Pool,
): Promise<{ readonly used: number; readonly most: number }> {
  const { rows } = await pool.query<{ used: number; most: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL) AS used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database answered nothing about its connections');
  return row;
}
