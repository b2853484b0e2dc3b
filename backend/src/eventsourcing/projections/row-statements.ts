import { movedWhere, MOVED, MOVED_RESULT } from '../subscriptions/checkpoints.js';
import { encodeRows, type Property, quoted } from './row-codec.js';

export interface RowToStore {
  readonly id: string;
  readonly revision: number;
  readonly row: object;
}

/** A notification that NOTIFY is to send. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

export interface Tombstone {
  readonly id: string;
  readonly revision: number;
}

/** The row that a commit's statement returns. */
export interface Written {
  /** 0 if the fence did not hold or rows have changed, otherwise 1. */
  readonly moved: number;
  /** Null if the statement wrote nothing. */
  readonly transaction: string | null;
  /** False if another writer has changed one of the rows since it was read. */
  readonly unchanged?: boolean;
}

/**
 * Returns the text of one part of a commit statement. The part's values are already among the statement's
 * parameters when this function is called.
 */
export type Part = () => string;

/**
 * Builds one statement, which moves the checkpoint and executes all these parts, or does nothing at all.
 * @param unchanged makes the statement do nothing if rows in the table differ from those that were read
 */
export function commitText(
  parts: readonly Part[],
  { notified, unchanged }: { readonly notified: Part | undefined; readonly unchanged: Part | undefined },
): string {
  const moved = unchanged === undefined ? [MOVED] : [unchanged(), movedWhere('(SELECT ok FROM unchanged)')];
  const result = unchanged === undefined ? '' : ', (SELECT ok FROM unchanged) AS unchanged';
  return `WITH ${[...moved, ...parts.map((part) => part())].join(',\n')}
    ${MOVED_RESULT}, pg_current_xact_id_if_assigned()::xid::text AS transaction${result}${notified?.() ?? ''}`;
}

/**
 * The columns to read and write. `whole` means all columns. `light` means all columns except the bulky
 * columns.
 */
export type Extent = 'whole' | 'light';

/** Builds the statements that read and write a projection's rows. */
export class RowStatements {
  constructor(
    private readonly table: string,
    private readonly tombstones: string,
    private readonly columns: readonly string[],
    private readonly properties: Readonly<Record<Extent, readonly Property[]>>,
  ) {}

  load(extent: Extent): string {
    const named = new Map(this.properties.whole.map(({ name, column }) => [name, column]));
    const asked = new Set(this.properties[extent].map(({ name }) => name));
    // Id and revision are not among the properties but are always selected, because the verification of a row
    // covers them too.
    const columns = this.columns
      .filter((name) => asked.has(name) || !named.has(name))
      .map((name) => `t.${quoted(named.get(name) ?? name)} AS ${quoted(name)}`);
    const own = ['t.id::text AS "$id"', 't.revision::int AS "$revision"', 't.xmin::text AS "$transaction"'];
    return `SELECT ${[...own, ...columns].join(', ')}
      FROM ${quoted(this.table)} t WHERE t.id = ANY($1)`;
  }

  /**
   * Sends the notification as part of the commit. A separate statement would cost waiting users another round
   * trip.
   */
  notify(values: unknown[], { channel, payload }: Notification): Part {
    const [on, what] = [values.push(channel), values.push(payload)];
    return () => `, (SELECT pg_notify($${on}::text, $${what}::text) FROM moved) AS told`;
  }

  /**
   * Checks that none of these rows has changed since it was read. To do so, compares each row's `xmin` with
   * the row's transaction in `read`.
   */
  unchanged(values: unknown[], read: ReadonlyMap<string, string>): Part {
    const ids = values.push([...read.keys()]);
    const versions = values.push([...read].map(([id, transaction]) => `${id} ${transaction}`));
    return () => `unchanged AS MATERIALIZED (SELECT count(*) = cardinality($${versions}::text[]) AS ok
      FROM ${quoted(this.table)} t
      WHERE t.id = ANY($${ids}) AND t.id::text || ' ' || t.xmin::text = ANY($${versions}::text[]))`;
  }

  upsert(values: unknown[], kept: readonly RowToStore[]): Part {
    const rows = values.push(encodeRows(kept, this.properties.whole));
    const ids = values.push(kept.map(({ id }) => id));
    const tombstones = values.push(this.tombstones);
    return () => {
      const columns = ['id', 'revision', ...this.properties.whole.map(({ column }) => column)].map(quoted);
      const list = columns.join(', ');
      const updates = columns.slice(1).map((column) => `${column} = excluded.${column}`);
      return `kept AS (INSERT INTO ${quoted(this.table)} (${list})
        SELECT ${list} FROM json_populate_recordset(NULL::${quoted(this.table)}, $${rows}::json) WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}),
      returned AS (DELETE FROM projection_tombstones
        WHERE projection = $${tombstones} AND id = ANY($${ids}) AND EXISTS (SELECT FROM moved))`;
    };
  }

  /**
   * Updates rows without their bulky columns. The bulky columns are neither sent nor written, so values that
   * are stored out of line stay as they are. The list of ids makes the database use the primary key, because
   * it cannot know how many rows the JSON contains.
   */
  update(values: unknown[], kept: readonly RowToStore[]): Part {
    const rows = values.push(encodeRows(kept, this.properties.light));
    const ids = values.push(kept.map(({ id }) => id));
    return () => {
      const columns = ['revision', ...this.properties.light.map(({ column }) => column)].map(quoted);
      return `changed AS (UPDATE ${quoted(this.table)} t SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}
        FROM json_populate_recordset(NULL::${quoted(this.table)}, $${rows}::json) r
        WHERE t.id = r.id AND t.id = ANY($${ids}) AND EXISTS (SELECT FROM moved))`;
    };
  }

  remove(values: unknown[], deleted: readonly Tombstone[]): Part {
    const rowIds = values.push(deleted.map(({ id }) => id));
    const ids = values.push(deleted.map(({ id }) => id));
    const revisions = values.push(deleted.map(({ revision }) => revision));
    const name = values.push(this.tombstones);
    return () =>
      `removed AS (DELETE FROM ${quoted(this.table)} WHERE id = ANY($${rowIds}) AND EXISTS (SELECT FROM moved)),
      buried AS (INSERT INTO projection_tombstones (projection, id, revision, done)
        SELECT $${name}::text, id, revision, true
        FROM unnest($${ids}::text[], $${revisions}::int[]) AS t(id, revision) WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (projection, id) DO UPDATE SET revision = excluded.revision, done = true)`;
  }
}
