import type { Pool } from 'pg';
import { BEGINNING, type ErasureList, type ListPosition } from './erasure-list.js';

/** The point up to which a list and this database have been compared. */
export interface ComparedPosition extends ListPosition {
  /** The list contains all destructions of this database up to the destruction with this number. */
  readonly destruction: number;
  /** Undefined at the beginning of the list. */
  readonly mark: string | undefined;
}

/**
 * Maximum number of saved positions. A limit is needed because a position stays in the database even if the
 * folder of its list is deleted.
 */
const POSITIONS_MAX = 1000;

/** Makes the next comparison begin at the start of every list. Call it if the log was restored. */
export async function forgetListPositions(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM erasure_list_places');
}

/**
 * Saves the point up to which a start need not compare again (rule:erasures-survive-a-restore). The point is
 * stored in the database that was compared. A database that was restored to an older state therefore has an
 * older mark of the list. A list that was merged from several lists does not have the mark at the saved
 * position, so it is read from its beginning.
 */
export class ListPositions {
  constructor(private readonly pool: Pool) {}

  async find(list: Pick<ErasureList, 'hasMark'>): Promise<ComparedPosition> {
    const { rows } = await this.pool.query<{
      mark: string;
      bytes: string;
      lines: number;
      destruction: string;
    }>('SELECT mark, bytes, lines, destruction FROM erasure_list_places ORDER BY made_at DESC LIMIT $1', [
      POSITIONS_MAX,
    ]);
    for (const { mark, lines, ...row } of rows) {
      const [bytes, destruction] = [Number(row.bytes), Number(row.destruction)];
      if (await list.hasMark(mark, bytes)) return { mark, bytes, lines, destruction };
    }
    return { ...BEGINNING, destruction: 0, mark: undefined };
  }

  /** Saves a position and deletes the position `found`. */
  async keep({ mark, bytes, lines, destruction }: ComparedPosition, found: ComparedPosition): Promise<void> {
    await this.pool.query(
      `WITH old AS (
         DELETE FROM erasure_list_places WHERE mark = $5
         OR made_at < (SELECT made_at FROM erasure_list_places ORDER BY made_at DESC OFFSET ${POSITIONS_MAX - 1} LIMIT 1))
       INSERT INTO erasure_list_places (mark, bytes, lines, destruction) VALUES ($1, $2, $3, $4)`,
      [mark, bytes, lines, destruction, found.mark ?? null],
    );
  }
}
