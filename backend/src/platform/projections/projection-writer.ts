import type { Pool } from 'pg';
import type { NewEvent, Recorded } from '../journal/event.js';
import { type Fence, fenceValues, MOVED, MOVED_RESULT } from './checkpoints.js';
import { foldBatch, type Stand } from './fold-batch.js';
import type { Projection } from './projection.js';
import { encodeRows, type Property, propertiesOf, quoted, rowTypes } from './row-codec.js';

/** What one commit changed: the revision each id now stands at, deleted ones included. */
export type Changes = ReadonlyMap<string, number>;

interface LoadedRow {
  $id: string;
  $revision: number;
  $gone: boolean;
}

/**
 * Reads and writes a projection's rows by the batch. A batch is one read and one statement that moves the checkpoint and writes the rows, so
 * no transaction is ever left open by a process that is stopped in the midst of it. Reading outside of it is safe: whoever else wrote rows
 * would have moved the checkpoint or raised its epoch.
 */
export class ProjectionWriter<Row extends object, E extends NewEvent> {
  private readonly properties: readonly Property[];
  private readonly loadText: string;

  /** `table` and `tombstones` differ from the projection's own during a rebuild. */
  constructor(
    private readonly pool: Pool,
    private readonly projection: Projection<Row, E>,
    private readonly table: string = projection.table,
    private readonly tombstones: string = projection.name,
  ) {
    this.properties = propertiesOf(projection.columns);
    const own = projection.columns.map((name) => `t.${quoted(name === 'id' ? 'id' : columnOf(this.properties, name))} AS ${quoted(name)}`);
    this.loadText = `SELECT ${['t.id::text AS "$id"', 't.revision::int AS "$revision"', 'false AS "$gone"', ...own].join(', ')}
      FROM ${quoted(table)} t WHERE t.id = ANY($1)`;
  }

  /** Folds the events onto the stored rows; changes nothing. */
  async fold(events: readonly Recorded<E>[]): Promise<Map<string, Stand<Row>>> {
    const ids = [...new Set(events.map((event) => this.projection.id(event)))];
    return foldBatch(this.projection, events, await this.load(ids));
  }

  async load(ids: readonly string[]): Promise<Map<string, Stand<Row>>> {
    const stands = new Map<string, Stand<Row>>();
    if (ids.length === 0) return stands;
    const found = await this.pool.query<Row & LoadedRow>({ text: this.loadText, values: [ids], types: rowTypes });
    for (const { $id, $revision, $gone: _, ...row } of found.rows) {
      // The columns asked for are exactly the row's.
      stands.set($id, { row: row as unknown as Row, revision: $revision, gone: false });
    }
    const missing = ids.filter((id) => !stands.has(id));
    if (missing.length > 0) await this.loadTombstones(missing, stands);
    return stands;
  }

  /** False when the fence did not hold: nothing was written then. */
  async commit(changed: ReadonlyMap<string, Stand<Row>>, fence: Fence): Promise<boolean> {
    const kept: { id: string; revision: number; row: Row }[] = [];
    const gone: { id: string; revision: number }[] = [];
    for (const [id, { row, revision }] of changed) {
      if (row === undefined) gone.push({ id, revision });
      else kept.push({ id, revision, row });
    }
    const values: unknown[] = fenceValues(fence);
    const parts = [MOVED];
    if (kept.length > 0) parts.push(...this.keep(values, kept));
    if (gone.length > 0) parts.push(...this.remove(values, gone));
    const { rows } = await this.pool.query<{ moved: number }>(`WITH ${parts.join(',\n')}\n${MOVED_RESULT}`, values);
    return rows[0]?.moved === 1;
  }

  private async loadTombstones(ids: readonly string[], into: Map<string, Stand<Row>>): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; revision: number }>(
      'SELECT id, revision FROM projection_tombstones WHERE projection = $1 AND id = ANY($2)',
      [this.tombstones, ids],
    );
    for (const { id, revision } of rows) into.set(id, { row: undefined, revision, gone: true });
  }

  private keep(values: unknown[], kept: readonly { id: string; revision: number; row: Row }[]): string[] {
    const columns = ['id', 'revision', ...this.properties.map(({ column }) => column)].map(quoted);
    const list = columns.join(', ');
    const updates = columns.slice(1).map((column) => `${column} = excluded.${column}`);
    const rows = values.push(encodeRows(kept, this.properties));
    const ids = values.push(kept.map(({ id }) => id));
    const tombstones = values.push(this.tombstones);
    return [
      `kept AS (INSERT INTO ${quoted(this.table)} (${list})
        SELECT ${list} FROM json_populate_recordset(NULL::${quoted(this.table)}, $${rows}::json) WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')})`,
      `returned AS (DELETE FROM projection_tombstones
        WHERE projection = $${tombstones} AND id = ANY($${ids}) AND EXISTS (SELECT FROM moved))`,
    ];
  }

  private remove(values: unknown[], gone: readonly { id: string; revision: number }[]): string[] {
    const rowIds = values.push(gone.map(({ id }) => id));
    const ids = values.push(gone.map(({ id }) => id));
    const revisions = values.push(gone.map(({ revision }) => revision));
    const name = values.push(this.tombstones);
    return [
      `removed AS (DELETE FROM ${quoted(this.table)} WHERE id = ANY($${rowIds}) AND EXISTS (SELECT FROM moved))`,
      `buried AS (INSERT INTO projection_tombstones (projection, id, revision)
        SELECT $${name}::text, id, revision FROM unnest($${ids}::text[], $${revisions}::int[]) AS t(id, revision) WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (projection, id) DO UPDATE SET revision = excluded.revision)`,
    ];
  }
}

function columnOf(properties: readonly Property[], name: string): string {
  return properties.find((property) => property.name === name)?.column ?? name;
}

/** The revisions that a commit makes visible. */
export function changesOf(changed: ReadonlyMap<string, Stand<object>>): Changes {
  return new Map([...changed].map(([id, { revision }]) => [id, revision]));
}
