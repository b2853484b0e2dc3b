import type { StoredRow } from './stored-row.js';
import { quoted } from './row-codec.js';

/** The contribution of one row to a sum. Each sum has a name and a part, such as a day, and one value. */
export interface Summand {
  readonly name: string;
  /** Empty if the name has only one sum. */
  readonly part: string;
  /** A whole number. */
  readonly value: number;
}

/**
 * Numbers that a projection keeps beside its rows and to which each row contributes. Reading them costs the
 * same however many rows there are. They are written with the rows and the checkpoint, so nothing is counted
 * twice.
 */
export interface Sums<Row extends object> {
  /** Its primary key is the columns `name` and `part`; `value` is a bigint. */
  readonly table: string;
  /** Returns all contributions of a row; they depend on nothing but the row. */
  readonly of: (row: Row) => readonly Summand[];
}

const KEY = '\0';

/**
 * Returns the changes that a batch makes to the sums: each row adds its new contribution and subtracts its
 * old one.
 * @param before the stored rows of the changed ids, before the batch
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
 * Builds a part of the statement that moves a checkpoint (`moved`): adds to the sums.
 * @param values parameters of the statement; this part adds its own
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
