import type { Pool, QueryConfig } from 'pg';
import { RecentCheck } from '../async/recent-check.js';

/** Thrown if the database is a replica, or if its server was made read-only. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}

export interface WriteProbeOptions {
  /** Milliseconds for which a write's outcome is valid; 5 000 by default. */
  readonly everyMs?: number;
  /**
   * Milliseconds for one statement; 2 000 by default. If a statement takes longer, its connection is closed.
   */
  readonly withinMs?: number;
}

/**
 * Rejects if the database does not respond, or accepts no writes.
 * @throws DatabaseReadOnly
 * @param limits milliseconds within which the database must respond; by default the limit of the pool
 */
export async function assertWritable(
  pool: Pick<Pool, 'query'>,
  limits: { readonly query_timeout?: number } = {},
): Promise<void> {
  const statement: QueryConfig = {
    text: `SELECT current_setting('transaction_read_only') AS "readOnly"`,
    ...limits,
  };
  const { rows } = await pool.query<{ readOnly: string }>(statement);
  if (rows[0]?.readOnly !== 'off') throw new DatabaseReadOnly('it accepts no writes');
}

/**
 * A transaction that fails on a full disk. The row's page has free room, so an update of the row alone would
 * succeed even on a full disk. The SELECT therefore produces more numbers than fit into `work_mem`.
 * PostgreSQL has to write half a megabyte to a temporary file, which it deletes when the statement ends.
 */
const WRITE = `SET LOCAL work_mem = '64kB';
SELECT count(*) FROM generate_series(1, 20000);
INSERT INTO write_probe (single, written_at) VALUES (true, clock_timestamp())
ON CONFLICT (single) DO UPDATE SET written_at = excluded.written_at`;

/**
 * Checks that the database accepts writes, and that its disk has free space. It writes at most once in five
 * seconds, no matter how many callers there are. The outcome of a write is valid for five seconds.
 */
export class WriteProbe {
  private readonly limits: { readonly query_timeout: number };
  private readonly writes: RecentCheck;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    { everyMs = 5_000, withinMs = 2_000 }: WriteProbeOptions = {},
  ) {
    this.limits = { query_timeout: withinMs };
    this.writes = new RecentCheck(() => pool.query({ text: WRITE, ...this.limits }), everyMs);
  }

  /** Checks the database, and rejects with its error. @throws DatabaseReadOnly */
  async check(): Promise<void> {
    await assertWritable(this.pool, this.limits);
    await this.writes.check();
  }
}
