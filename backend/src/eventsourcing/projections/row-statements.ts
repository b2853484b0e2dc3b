import { movedWhere, MOVED, MOVED_RESULT } from '../subscriptions/checkpoints.js';
import { encodeRows, type Property, quoted } from './row-codec.js';

/** A row as it is to be stored. */
export interface Kept {
  readonly id: string;
  readonly revision: number;
  readonly row: object;
}

/** For LISTEN. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

/** What is left of a row that was deleted. */
export interface Buried {
  readonly id: string;
  readonly revision: number;
}

/** What a commit's statement answers. */
export interface Written {
  /** 0 where the fence did not hold, or rows have changed. */
  readonly moved: number;
  /** Null where nothing was written. */
  readonly transaction: string | null;
  /** False where somebody else wrote one of the rows since it was read. */
  readonly unchanged?: boolean;
}

/** A part of a commit's statement, with its values put in their places already. */
export type Part = () => string;

/**
 * One statement, which moves the checkpoint and does all of these, or none of it.
 * @param unchanged moves nothing where rows of the table are others than those that were read
 */
export function commitText(
  parts: readonly Part[],
  { told, unchanged }: { readonly told: Part | undefined; readonly unchanged: Part | undefined },
): string {
  const moved = unchanged === undefined ? [MOVED] : [unchanged(), movedWhere('(SELECT ok FROM unchanged)')];
  const result = unchanged === undefined ? '' : ', (SELECT ok FROM unchanged) AS unchanged';
  return `WITH ${[...moved, ...parts.map((part) => part())].join(',\n')}
    ${MOVED_RESULT}, pg_current_xact_id_if_assigned()::xid::text AS transaction${result}${told?.() ?? ''}`;
}

/** Which columns are read and written: all of them, or all but the bulky ones. */
export type Extent = 'whole' | 'light';

/** The statements by which a projection's rows are read and written. */
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
    // Id and revision are no properties, and are asked for always: a row proves itself by them too.
    const columns = this.columns
      .filter((name) => asked.has(name) || !named.has(name))
      .map((name) => `t.${quoted(named.get(name) ?? name)} AS ${quoted(name)}`);
    const own = ['t.id::text AS "$id"', 't.revision::int AS "$revision"', 't.xmin::text AS "$transaction"'];
    return `SELECT ${[...own, ...columns].join(', ')}
      FROM ${quoted(this.table)} t WHERE t.id = ANY($1)`;
  }

  /** With the commit itself: a statement of its own would cost whoever waits a turn more. */
  tell(values: unknown[], { channel, payload }: Notification): Part {
    const [on, what] = [values.push(channel), values.push(payload)];
    return () => `, (SELECT pg_notify($${on}::text, $${what}::text) FROM moved) AS told`;
  }

  /** Whether each of these rows is still as the transaction left it of which it was read. */
  unchanged(values: unknown[], read: ReadonlyMap<string, string>): Part {
    const ids = values.push([...read.keys()]);
    const versions = values.push([...read].map(([id, transaction]) => `${id} ${transaction}`));
    return () => `unchanged AS MATERIALIZED (SELECT count(*) = cardinality($${versions}::text[]) AS ok
      FROM ${quoted(this.table)} t
      WHERE t.id = ANY($${ids}) AND t.id::text || ' ' || t.xmin::text = ANY($${versions}::text[]))`;
  }

  keep(values: unknown[], kept: readonly Kept[]): Part {
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
   * The bulky columns of these rows are neither sent nor written: where they are stored out of line they
   * stay as they are. The ids keep the database to the key: how many rows stand in the JSON it does not know.
   */
  change(values: unknown[], kept: readonly Kept[]): Part {
    const rows = values.push(encodeRows(kept, this.properties.light));
    const ids = values.push(kept.map(({ id }) => id));
    return () => {
      const columns = ['revision', ...this.properties.light.map(({ column }) => column)].map(quoted);
      return `changed AS (UPDATE ${quoted(this.table)} t SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}
        FROM json_populate_recordset(NULL::${quoted(this.table)}, $${rows}::json) r
        WHERE t.id = r.id AND t.id = ANY($${ids}) AND EXISTS (SELECT FROM moved))`;
    };
  }

  remove(values: unknown[], deleted: readonly Buried[]): Part {
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
