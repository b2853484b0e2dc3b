import type { Pool } from 'pg';

/**
 * Stores the id that a sweep has reached in its current round. The next leader of the sweep continues after
 * that id.
 */
export interface SweepCursor {
  /** Returns the id after which the sweep continues; undefined at the beginning of a round. */
  read(): Promise<string | undefined>;
  save(cursor: string | undefined): Promise<void>;
}

export const sweepCursor = (pool: Pool, sweep: string): SweepCursor => ({
  read: async () => {
    const { rows } = await pool.query<{ place: string | null }>(
      'SELECT place FROM sweep_places WHERE sweep = $1',
      [sweep],
    );
    return rows[0]?.place ?? undefined;
  },
  save: async (place) => {
    await pool.query(
      `INSERT INTO sweep_places (sweep, place) VALUES ($1, $2)
       ON CONFLICT (sweep) DO UPDATE SET place = excluded.place`,
      [sweep, place ?? null],
    );
  },
});
