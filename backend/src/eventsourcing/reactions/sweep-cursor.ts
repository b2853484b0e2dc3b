import type { Pool } from 'pg';

/** A sweep's place in its round. The place is stored, so the next leader of the sweep continues there. */
export interface SweepCursor {
  /** Undefined at the beginning of a round. */
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
