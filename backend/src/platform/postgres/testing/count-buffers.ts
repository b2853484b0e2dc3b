import { createPool } from '../pool.js';
import type { Pool } from 'pg';

/**
 * Counts the pages of 8 kB that PostgreSQL looks at for the statements of one pool, in memory or on disk: the
 * same number on every machine, busy or idle. Of PostgreSQL 18 on.
 */
export class BufferCount {
  /** Of one connection: give it to what is to be counted. */
  readonly pool: Pool;

  constructor(url: string) {
    this.pool = createPool(url, { max: 1, statementTimeoutMs: 300_000 });
  }

  /** Does the work twice and counts the second time: the first one also reads what the tables look like. */
  async of(work: () => Promise<unknown>): Promise<number> {
    // What helpers read would be counted as theirs.
    await this.pool.query('SET max_parallel_workers_per_gather = 0');
    await work();
    const before = await this.now();
    await work();
    return (await this.now()) - before;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async now(): Promise<number> {
    await this.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.pool.query<{ buffers: number }>(
      `SELECT sum(coalesce(hits, 0) + coalesce(reads, 0))::float8 AS buffers
       FROM pg_stat_get_backend_io(pg_backend_pid()) WHERE object = 'relation'`,
    );
    return rows[0]?.buffers ?? 0;
  }
}
