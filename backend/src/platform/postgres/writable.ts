import { performance } from 'node:perf_hooks';
import type { Pool, QueryConfig } from 'pg';

/** The database is a replica, or a server that was made read-only. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}

export interface WriteProbeOptions {
  /** Milliseconds for which the outcome of a write is valid, 5 000 by default. */
  readonly everyMs?: number;
  /** Milliseconds for one statement, 2 000 by default; then its connection is given up. */
  readonly withinMs?: number;
}

/**
 * Rejects if the database does not answer, or accepts no writes. @throws DatabaseReadOnly
 * @param limits milliseconds for the answer; those of the pool by default
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
 * One transaction that fails on a full disk. Updating the row alone would not show that: its page has free
 * room. So the statement before it produces more numbers than fit into `work_mem`: half a megabyte goes to a
 * temporary file, which is freed when the statement ends.
 */
const WRITE = `SET LOCAL work_mem = '64kB';
SELECT count(*) FROM generate_series(1, 20000);
INSERT INTO write_probe (single, written_at) VALUES (true, clock_timestamp())
ON CONFLICT (single) DO UPDATE SET written_at = excluded.written_at`;

/**
 * Checks that the database takes writes, and that its disk has room for more. It writes at most once in five
 * seconds, for any number of callers; no outcome is valid for longer.
 */
export class WriteProbe {
  private last: Promise<unknown> = Promise.resolve();
  private begunAt = Number.NEGATIVE_INFINITY;
  private writing = false;

  private readonly everyMs: number;
  private readonly limits: { readonly query_timeout: number };

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    { everyMs = 5_000, withinMs = 2_000 }: WriteProbeOptions = {},
  ) {
    this.everyMs = everyMs;
    this.limits = { query_timeout: withinMs };
  }

  /** Rejects with the database's error. @throws DatabaseReadOnly */
  async check(): Promise<void> {
    await assertWritable(this.pool, this.limits);
    if (!this.writing && performance.now() - this.begunAt >= this.everyMs) this.write();
    await this.last;
  }

  private write(): void {
    this.begunAt = performance.now();
    this.writing = true;
    this.last = this.pool.query({ text: WRITE, ...this.limits }).finally(() => {
      this.writing = false;
    });
    // The caller may have given up waiting.
    this.last.catch(() => undefined);
  }
}
