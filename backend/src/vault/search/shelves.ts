/**
 * An index of pieces is divided into shelves. Rows are numbered in the order in which they arrive, and each
 * shelf holds `ROWS_PER_SHELF` rows. An entry is the name of a piece, prefixed with the number of the row's
 * shelf. A search reads one shelf after another, starting with the newest or with the oldest shelf. It looks
 * up all pieces in a shelf at once, and stops when it has enough hits
 * (docs/decisions/0043-searching-what-is-encrypted.md).
 */
export const ROWS_PER_SHELF = 4096;

const shelfOf = (number: number): number => Math.floor(number / ROWS_PER_SHELF);

/**
 * Returns index entries: the names of pieces, with the shelf's number above the 32 bits of each name. An
 * entry stays a safe integer up to 8 000 million rows.
 */
export const onShelf = (number: number, names: readonly number[]): readonly number[] =>
  names.map((name) => shelfOf(number) * 2 ** 32 + name);

export interface Shelved {
  /**
   * Name of a table that has the columns id, number and created_at, and one column for the pieces of each
   * field.
   */
  readonly table: string;
  /** SQL condition on a row `s` of the table. The search returns only rows that meet the condition. */
  readonly where?: string | undefined;
}

/** Entries to find in one column, for one spelling of the search text. */
interface Wanted {
  readonly column: string;
  readonly names: readonly number[];
}

export interface HitsWanted {
  /** A row is a hit if it has all entries of at least one item of `anyOf`. */
  readonly anyOf: readonly Wanted[];
  /** A hit must also have all entries of every item of `allOf`. */
  readonly allOf?: readonly Wanted[];
  readonly oldestFirst: boolean;
  /** Maximum number of hits to count. */
  readonly max: number;
  readonly offset: number;
  readonly limit: number;
}

export interface Hits {
  /** Number of hits, or `max` + 1 if there are more hits than `max`. */
  readonly counted: number;
  readonly ids: readonly string[];
}

/**
 * Returns the SQL of a search. The statement returns one row with the columns of `Hits`. Each shelf costs one
 * lookup per column, whatever the shelf holds. Hits are sorted within each shelf.
 * @param values parameters of the statement; the parameters of the search are appended
 */
export function hitsQuery({ table, where }: Shelved, wanted: HitsWanted, values: unknown[]): string {
  const { anyOf, allOf = [], oldestFirst, max, offset, limit } = wanted;
  const has = ({ column, names }: Wanted): string =>
    `s.${column} @> ARRAY(SELECT (shelf.n << 32) | name FROM unnest($${values.push(names)}::bigint[]) name)`;
  const conditions = [`(${anyOf.map(has).join(' OR ')})`, ...allOf.map(has), ...(where ? [where] : [])];
  const edge = (end: 'max' | 'min'): string => `(SELECT ${end}(number) / ${ROWS_PER_SHELF} FROM ${table})`;
  const [from, to, step] = oldestFirst ? [edge('min'), edge('max'), 1] : [edge('max'), edge('min'), -1];
  const order = oldestFirst ? 'ASC' : 'DESC';
  const most = max + 1;
  return `WITH found AS MATERIALIZED (
      SELECT hit.id FROM generate_series(${from}, ${to}, ${step}) AS shelf(n)
      CROSS JOIN LATERAL (
        SELECT s.id, s.created_at FROM ${table} s WHERE ${conditions.join(' AND ')}
        ORDER BY s.created_at ${order}, s.id ${order} LIMIT ${most}) hit
      LIMIT ${most})
    SELECT (SELECT count(*)::integer FROM found) AS counted,
      ARRAY(SELECT id::text FROM (SELECT id FROM found LIMIT ${max}) listed OFFSET ${offset} LIMIT ${limit}) AS ids`;
}
