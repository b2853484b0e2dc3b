import type { Pool, PoolClient } from 'pg';

/** True if any backend currently holds a lease. False if the database has no table of leases yet. */
export async function isAnyLeaseHeld(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows: tables } = await pool.query("SELECT 1 WHERE to_regclass('leases') IS NOT NULL");
  if (tables.length === 0) return false;
  const { rows } = await pool.query('SELECT 1 FROM leases WHERE expires_at > clock_timestamp() LIMIT 1');
  return rows.length > 0;
}

/**
 * Ends the current holder's term.
 * @param heldMs milliseconds for which nobody else can take the lease; by default it has no holder
 * @returns the new epoch
 */
export async function raiseLease(client: PoolClient, name: string, heldMs = 0): Promise<number> {
  const { rows } = await client.query<{ epoch: string }>(
    `INSERT INTO leases AS l (name, holder, epoch, expires_at)
     VALUES ($1, gen_random_uuid(), 1, clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, epoch = l.epoch + 1, expires_at = excluded.expires_at
     RETURNING epoch`,
    [name, heldMs],
  );
  return Number(rows[0]?.epoch);
}

/** Ends a term that `raiseLease` began. Does nothing if the lease has another holder by now. */
export async function releaseLease(pool: Pool, name: string, epoch: number): Promise<void> {
  await pool.query(
    'UPDATE leases SET expires_at = clock_timestamp() WHERE name = $1 AND epoch = $2 AND expires_at > clock_timestamp()',
    [name, epoch],
  );
}

/**
 * Executes the statements on the table of leases. Only the database compares times, so the clocks of the
 * backends need not agree.
 */
export class LeaseTable {
  constructor(
    private readonly pool: Pool,
    readonly holder: string,
    private readonly termMs: number,
  ) {}

  /**
   * Renews those of the given leases that this holder still holds, and returns their names. An expired lease
   * is not renewed, even if no other backend has taken it, because work under this lease may already have
   * been refused. The commit does not wait for the disk, because the loss of a renewal only ends the lease
   * early.
   */
  async renew(leases: readonly { name: string; epoch: number }[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ name: string }>(
      `WITH renewed AS (
         UPDATE leases SET expires_at = clock_timestamp() + $4 * interval '1 millisecond'
         FROM unnest($1::text[], $2::bigint[]) AS mine(name, epoch)
         WHERE leases.name = mine.name AND leases.epoch = mine.epoch AND leases.holder = $3 AND leases.expires_at > clock_timestamp()
         RETURNING leases.name)
       SELECT name, set_config('synchronous_commit', 'off', true) FROM renewed`,
      [leases.map((lease) => lease.name), leases.map((lease) => lease.epoch), this.holder, this.termMs],
    );
    return new Set(rows.map((row) => row.name));
  }

  /** Returns the names of the given leases that have no holder. */
  async vacant(names: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `SELECT wanted.name FROM unnest($1::text[]) AS wanted(name)
       WHERE NOT EXISTS (SELECT 1 FROM leases WHERE leases.name = wanted.name AND leases.expires_at > clock_timestamp())`,
      [names],
    );
    return rows.map((row) => row.name);
  }

  /** Takes the lease if it has no holder. Returns the lease's new epoch, or undefined if it has a holder. */
  async take(name: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ epoch: string }>(
      `INSERT INTO leases (name, holder, epoch, expires_at) VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, epoch = leases.epoch + 1, expires_at = excluded.expires_at
       WHERE leases.expires_at <= clock_timestamp()
       RETURNING epoch`,
      [name, this.holder, this.termMs],
    );
    const row = rows[0];
    return row === undefined ? undefined : Number(row.epoch);
  }

  /** Ends a lease at once, so that the next holder need not wait for its expiry. */
  async giveUp(name: string, epoch: number): Promise<void> {
    await this.pool.query(
      'UPDATE leases SET expires_at = clock_timestamp() WHERE name = $1 AND holder = $2 AND epoch = $3',
      [name, this.holder, epoch],
    );
  }
}
