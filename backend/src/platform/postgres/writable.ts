import { performance } from 'node:perf_hooks';
import type { Pool, QueryConfig } from 'pg';

/** Thrown if the database is a replica, or if its server was made read-only. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}

export interface WriteProbeOptions {
  /** Milliseconds for which a write's outcome is valid; 5 000 by default. */
  readonly everyMs?: number;
  /** Milliseconds for one statement; 2 000 by default. After that its connection is given up. */
  readonly withinMs?: number;
}

/**
 * Rejects if the database does not answer, or accepts no writes.
 * @throws DatabaseReadOnly
 * @param limits milliseconds for the answer; by default those of the pool
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
 * One transaction that fails on a full disk. An update of the row alone would succeed there, because the
 * row's page has free room. So the statement before it produces more numbers than fit into `work_mem`. Half a
 * megabyte then goes into a temporary file, which is freed when the statement ends.
 */
const WRITE = `SET LOCAL work_mem = '64kB';
SELECT count(*) FROM generate_series(1, 20000);
INSERT INTO write_probe (single, written_at) VALUES (true, clock_timestamp())
ON CONFLICT (single) DO UPDATE SET written_at = excluded.written_at`;

/**
 * Checks that the database accepts writes, and that its disk has room for more. It writes at most once in
 * five seconds, no matter how many callers there are, and no outcome is valid for longer than that.
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

  /** Checks the database, and rejects with its error. @throws DatabaseReadOnly */
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
    // The caller may no longer wait for this.
    this.last.catch(() => undefined);
  }
}
