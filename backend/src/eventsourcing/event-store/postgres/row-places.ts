import type { Pool } from 'pg';
import { LAST_ISSUED } from './log-end.js';

export interface RowPlace {
  readonly stream: string;
  readonly revision: number;
}

interface Wanted {
  /** The positions between these two are wanted, without the two. */
  readonly after: number;
  readonly before: number;
  /** One more position that is wanted. */
  readonly and: number | undefined;
  /** Maximum number of positions between the two. */
  readonly limit: number;
}

/** Returns the last position that the sequence has issued. A row behind it has no place in the log's order. */
export async function lastIssued(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ issued: string }>(`SELECT ${LAST_ISSUED} AS issued`);
  return Number(rows[0]?.issued);
}

/** Returns the lowest positions of a gap at which rows are. */
export async function takenPositions(
  pool: Pool,
  { after, before, and, limit }: Wanted,
): Promise<readonly number[]> {
  const { rows } = await pool.query<{ position: string }>(
    `(SELECT position FROM event_store.events WHERE position > $1 AND position < $2 ORDER BY position LIMIT $3)
     UNION SELECT position FROM event_store.events WHERE position = $4`,
    [after, Number.isFinite(before) ? before : Number.MAX_SAFE_INTEGER, limit, and ?? 0],
  );
  return rows.map(({ position }) => Number(position));
}

/** Returns those of the positions at which rows are. */
export async function takenAmong(pool: Pool, positions: readonly number[]): Promise<readonly number[]> {
  if (positions.length === 0) return [];
  const { rows } = await pool.query<{ position: string }>(
    'SELECT position FROM event_store.events WHERE position = ANY($1::bigint[])',
    [positions],
  );
  return rows.map(({ position }) => Number(position));
}

/** Returns the positions of events, in the order of `places`. A missing event has none. */
export async function positionsOf(
  pool: Pool,
  places: readonly RowPlace[],
): Promise<readonly (number | undefined)[]> {
  const { rows } = await pool.query<{ n: number; position: string }>(
    `SELECT wanted.n::int AS n, event.position
     FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted (stream, revision, n)
     JOIN event_store.events event ON event.stream = wanted.stream COLLATE "C" AND event.revision = wanted.revision`,
    [places.map(({ stream }) => stream), places.map(({ revision }) => revision)],
  );
  const found = new Map(rows.map(({ n, position }) => [n - 1, Number(position)]));
  return places.map((_, n) => found.get(n));
}

/** Returns where events with these ids are. An id occurs at most once in the table. */
export async function placesOfIds(
  pool: Pool,
  ids: readonly string[],
): Promise<readonly (RowPlace & { readonly id: string })[]> {
  const { rows } = await pool.query<RowPlace & { id: string }>(
    'SELECT id, stream, revision FROM event_store.events WHERE id = ANY($1::uuid[])',
    [ids],
  );
  return rows;
}
