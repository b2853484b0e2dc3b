import type { StoredRow } from './stored-row.js';
import { quoted } from './row-codec.js';

/**
 * The amount that one row adds to a sum. A sum is identified by a name and a part. A part is a day, for
 * example.
 */
export interface Summand {
  readonly name: string;
  /** Empty if there is only one sum of this name. */
  readonly part: string;
  /** A whole number. */
  readonly value: number;
}

/**
 * Sums that a projection stores beside its rows and to which each row contributes. The cost of reading a sum
 * does not depend on the number of rows. The sums are written in the same statement as the rows and the
 * checkpoint, so no contribution is counted twice.
 */
export interface Sums<Row extends object> {
  /** The primary key is `name` and `part`; `value` is a bigint. */
  readonly table: string;
  /** Returns everything that a row contributes. The result depends on the row alone. */
  readonly of: (row: Row) => readonly Summand[];
}

const KEY = '\0';

/**
 * Returns the changes that a batch makes to the sums. Each changed row adds its new contribution and
 * subtracts its old contribution.
 * @param before the stored state of each changed id before the batch
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
 * Adds the parameters of a CTE that adds the summands to the sums. Returns a function that returns the SQL of
 * the CTE. The statement that includes this CTE must also contain the CTE `moved`, which moves a checkpoint.
 * @param values the statement's parameters, to which this function appends the parameters of the CTE
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
