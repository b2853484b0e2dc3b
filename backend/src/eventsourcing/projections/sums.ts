import type { StoredRow } from './stored-row.js';
import { quoted } from './row-codec.js';

/**
 * What one row adds to a sum. Sums are told apart by name, those of one name by part, such as a day; each pair has one
 * value.
 */
export interface Summand {
  readonly name: string;
  /** Empty where there is but one sum of the name. */
  readonly part: string;
  /** A whole number. */
  readonly value: number;
}

/**
 * Numbers that a projection keeps beside its rows, of which each adds some: whoever reads them reads no row, however
 * many there are. They are written with the rows and the checkpoint, so that nothing is added twice.
 */
export interface Sums<Row extends object> {
  /** Its primary key are the columns `name` and `part`; `value` is a bigint. */
  readonly table: string;
  /** All that a row adds, and nothing else decides about it. */
  readonly of: (row: Row) => readonly Summand[];
}

const KEY = '\0';

/**
 * What a batch changes in the sums: each row adds what it is now and takes back what it was.
 * @param before what was stored of the ids that changed, or nothing
 */
export function sumChanges<Row extends object>(
  sums: Sums<Row>,
  before: ReadonlyMap<string, StoredRow<Row>>,
  changed: ReadonlyMap<string, StoredRow<Row>>,
): readonly Summand[] {
  const changes = new Map<string, number>();
  const add = (row: Row | undefined, sign: 1 | -1): void => {
    if (row === undefined) return;
    for (const { name, part, value } of sums.of(row)) {
      const key = `${name}${KEY}${part}`;
      changes.set(key, (changes.get(key) ?? 0) + sign * value);
    }
  };
  for (const [id, { row }] of changed) {
    add(before.get(id)?.row, -1);
    add(row, 1);
  }
  return [...changes]
    .filter(([, value]) => value !== 0)
    .map(([key, value]) => {
      const [name = '', part = ''] = key.split(KEY);
      return { name, part, value };
    });
}

/**
 * A part of the statement that moves a checkpoint (`moved`): adds to the sums.
 * @param values of the statement, which gain those that this part needs
 */
export function addingTo(table: string, values: unknown[], summands: readonly Summand[]): () => string {
  const names = values.push(summands.map(({ name }) => name));
  const parts = values.push(summands.map(({ part }) => part));
  const amounts = values.push(summands.map(({ value }) => value));
  return () =>
    `summed AS (INSERT INTO ${quoted(table)} AS s (name, part, value)
      SELECT t.name, t.part, t.value
      FROM unnest($${names}::text[], $${parts}::text[], $${amounts}::bigint[]) AS t(name, part, value)
      WHERE EXISTS (SELECT FROM moved)
      ON CONFLICT (name, part) DO UPDATE SET value = s.value + excluded.value)`;
}
