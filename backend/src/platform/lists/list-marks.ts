import type { Pool } from 'pg';
import type { Clock } from '../time/clock.js';

/** A row by which a list is found again: the one at so many places from its first one, counted from 1. */
export interface Mark {
  readonly place: number;
  readonly id: string;
  readonly at: Date;
}

export interface MarkedList {
  /** With the columns `id` and `created_at`, of whole milliseconds, and an index of those two under the condition. */
  readonly table: string;
  /** SQL condition on a row. */
  readonly where: string;
  readonly values: readonly unknown[];
  readonly oldestFirst: boolean;
}

export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** So many rows are passed over by counting them. */
const EACH = 1_000;
/** Milliseconds for which marks stand, as totals do (see `ListTotals`). */
const STANDS_MS = 10_000;

/**
 * Pages of a list in the order of its times. To pass over a hundred thousand rows takes longer than to read a page,
 * so a page far in is looked for from the last mark before it. Marks are of a moment ago: what was added since moves
 * no page that is behind one.
 */
export class ListMarks {
  private readonly known = new Map<
    string,
    { readonly at: number; readonly marks: Promise<readonly Mark[]> }
  >();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly each = EACH,
  ) {}

  /**
   * Ids in their order.
   * @param name of a list, one of few: the marks of each are remembered
   */
  async ids(name: string, list: MarkedList, { offset, limit }: Part): Promise<readonly string[]> {
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
    if (known !== undefined && Math.abs(now - known.at) < STANDS_MS) return known.marks;
    const marks = this.read(list);
    this.known.set(name, { at: now, marks });
    // Whoever asks next asks the database.
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
