import type { Pool } from 'pg';

export interface Session {
  /** As its pool was given it. */
  readonly name: string;
  /** Null over a socket of this machine. */
  readonly address: string | null;
}

/**
 * The server's sessions on this database under one of these names, also those of a process that is stopped:
 * they last as long as its connections. Only those of our own role, unless it may see all.
 */
export async function sessionsNamed(pool: Pool, names: readonly string[]): Promise<readonly Session[]> {
  const { rows } = await pool.query<Session>(
    `SELECT application_name AS name, host(client_addr) AS address FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY($1)`,
    [names],
  );
  return rows;
}

/** How many of the server's connections are in use, of all databases, and how many it gives to ordinary roles. */
export async function connectionsInUse(
  pool: Pool,
): Promise<{ readonly used: number; readonly most: number }> {
  const { rows } = await pool.query<{ used: number; most: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL) AS used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database told nothing of its connections');
  return row;
}
