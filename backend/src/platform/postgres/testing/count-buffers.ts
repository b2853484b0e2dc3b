import type { Pool } from 'pg';
import { createPool } from '../pool.js';

/** How much PostgreSQL read for some statements. */
export interface Read {
  /** Pages of 8 kB, in memory or on disk. */
  readonly buffers: number;
  /** Rows that table scans read, plus entries that index scans read. Reads of the catalogue are left out. */
  readonly rows: number;
}

/**
 * After this many milliseconds, a session may report its row counts to the server. The session then counts
 * from 0 again.
 */
const OWN_FOR_MS = 1000;
const ATTEMPTS = 5;
/** Relations with lower ids belong to the catalogue. */
const FIRST_OF_OURS = 16_384;

/**
 * Counts what PostgreSQL reads for the statements of one pool. The numbers are the same on every machine,
 * busy or idle. Needs PostgreSQL 18 or later.
 */
export class BufferCount {
  /** A pool of one connection. Give it to the code whose reads should be counted. */
  readonly pool: Pool;

  constructor(url: string) {
    this.pool = createPool(url, { max: 1, statementTimeoutMs: 300_000 });
  }

  /**
   * Runs the work twice and counts only the second run, because the first run also reads the catalogue. If a
   * run takes so long that its row counts may be gone, it is repeated.
   */
  async of(work: () => Promise<unknown>): Promise<Read> {
    // Parallel workers are turned off, because this session's counts do not include their reads.
    await this.pool.query('SET max_parallel_workers_per_gather = 0');
    await work();
    const relations = await this.relations();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await this.buffers();
      const began = performance.now();
      await work();
      const rows = await this.rowsOf(relations);
      const ms = performance.now() - began;
      const buffers = (await this.buffers()) - before;
      if (ms < OWN_FOR_MS) return { buffers, rows };
    }
    throw new Error('the work takes so long that its rows cannot be counted');
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  /** Returns the number of buffers that this session has read so far, and resets the session's row counts. */
  private async buffers(): Promise<number> {
    await this.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.pool.query<{ buffers: number }>(
      `SELECT sum(coalesce(hits, 0) + coalesce(reads, 0))::float8 AS buffers
       FROM pg_stat_get_backend_io(pg_backend_pid()) WHERE object = 'relation'`,
    );
    return rows[0]?.buffers ?? 0;
  }

  private async relations(): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ oid: number }>(
      `SELECT oid FROM pg_class WHERE oid >= ${FIRST_OF_OURS}`,
    );
    return rows.map(({ oid }) => oid);
  }

  /**
   * Returns the number of rows read since this session's counts were last reset. The query itself reads no
   * table.
   */
  private async rowsOf(relations: readonly number[]): Promise<number> {
    const { rows } = await this.pool.query<{ rows: number }>(
      `SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(oid)), 0)::float8 AS rows
       FROM unnest($1::oid[]) AS relations(oid)`,
      [relations],
    );
    return rows[0]?.rows ?? 0;
  }
}
