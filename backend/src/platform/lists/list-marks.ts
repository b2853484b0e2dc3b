import type { Pool } from 'pg';
import type { Clock } from '../time/clock.js';

/**
 * A remembered row of the list. Reading can start after this row instead of at the beginning. `place` is the
 * row's position in the list, counted from 1.
 */
export interface Mark {
  readonly place: number;
  readonly id: string;
  readonly at: Date;
}

export interface MarkedList {
  /**
   * The table must have the columns `id` and `created_at` (in whole milliseconds), and an index on both
   * columns for rows that match `where`.
   */
  readonly table: string;
  /** The SQL condition that selects the rows of the list. */
  readonly where: string;
  readonly values: readonly unknown[];
  readonly oldestFirst: boolean;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** Maximum number of rows that OFFSET skips. It is also the distance between two marks. */
const MARK_DISTANCE = 1_000;
/** Milliseconds for which marks stay valid. Totals stay valid for the same time (see `ListTotals`). */
const VALID_MS = 10_000;

/**
 * Reads pages of a list that is ordered by time. Skipping a hundred thousand rows takes longer than reading a
 * page, so a distant page is read from the last mark before that page. Marks can be a few seconds old. Rows
 * that were added since then do not shift a page that is read from a mark.
 */
export class ListMarks {
  private readonly known = new Map<
    string,
    { readonly at: number; readonly marks: Promise<readonly Mark[]> }
  >();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly each = MARK_DISTANCE,
  ) {}

  /**
   * Returns the ids of one page, in order.
   * @param name the name of the list. There must be only a few names, because the marks of each list stay in
   * memory.
   */
  async ids(name: string, list: MarkedList, { offset, limit }: PageRange): Promise<readonly string[]> {
    const mark = offset < this.each ? undefined : await this.before(name, list, offset);
    const values = [...list.values];
    const [order, beyond] = list.oldestFirst ? ['ASC', '>'] : ['DESC', '<'];
    const behind =
      mark === undefined
        ? ''
        : `AND (created_at, id) ${beyond} ($${values.push(mark.at)}::timestamptz, $${values.push(mark.id)})`;
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM ${list.table} WHERE ${list.where} ${behind} ORDER BY created_at ${order}, id ${order}
       LIMIT ${limit} OFFSET ${offset - (mark?.place ?? 0)}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  private async before(name: string, list: MarkedList, offset: number): Promise<Mark | undefined> {
    return (await this.marks(name, list)).findLast(({ place }) => place <= offset);
  }

  private marks(name: string, list: MarkedList): Promise<readonly Mark[]> {
    const now = this.clock.now().getTime();
    const known = this.known.get(name);
    if (known !== undefined && Math.abs(now - known.at) < VALID_MS) return known.marks;
    const marks = this.read(list);
    this.known.set(name, { at: now, marks });
    // After a failure the next call asks the database again.
    marks.catch(() => this.known.delete(name));
    return marks;
  }

  private async read({ table, where, values, oldestFirst }: MarkedList): Promise<readonly Mark[]> {
    const order = oldestFirst ? 'ASC' : 'DESC';
    const { rows } = await this.pool.query<Mark>(
      `SELECT place::integer AS place, id, created_at AS at FROM (
         SELECT id, created_at, row_number() OVER (ORDER BY created_at ${order}, id ${order}) AS place
         FROM ${table} WHERE ${where}) placed
       WHERE place % ${this.each} = 0 ORDER BY place`,
      [...values],
    );
    return rows;
  }
}
