import type { Pool, PoolClient } from 'pg';
import { SHADOW_SUFFIX } from '../subscriptions/checkpoints.js';
import { quoted } from './row-codec.js';

interface IndexOf {
  readonly name: string;
  /**
   * The definition without the index's name: `USING btree (…)` for a plain index, and the constraint's
   * definition for an index that belongs to a constraint.
   */
  readonly definition: string;
  readonly unique: boolean;
  readonly constraint: boolean;
  readonly primary: boolean;
}

/**
 * A new, empty table with the structure of an existing table. A rebuild fills the new table while the old
 * table is still in use. The new table then replaces the old table and takes over its name and the names of
 * its indexes.
 */
export class ShadowTable {
  readonly name: string;
  private readonly indexes: (IndexOf & { temporary: string })[] = [];

  constructor(readonly table: string) {
    this.name = `${table}${SHADOW_SUFFIX}`;
  }

  /**
   * Drops the shadow table that an interrupted rebuild may have left behind, and creates a new one. The
   * primary key is its only index. The new table has no column defaults, because defaults are only needed by
   * backends that do not know a column.
   * @param columns names of the new table's columns, by default all columns of the old table. The list leaves
   * out columns that only an older version of the projection has.
   */
  async create(client: PoolClient, columns?: readonly string[]): Promise<void> {
    await client.query(`DROP TABLE IF EXISTS ${quoted(this.name)}`);
    await this.refuseExtras(client);
    await client.query(
      `CREATE TABLE ${quoted(this.name)} (LIKE ${quoted(this.table)} INCLUDING ALL EXCLUDING INDEXES EXCLUDING DEFAULTS)`,
    );
    if (columns !== undefined) await this.leaveBehind(client, columns);
    for (const [n, index] of (await this.readIndexes(client)).entries())
      this.indexes.push({ ...index, temporary: `${this.name}_${n}` });
    for (const index of this.indexes) if (index.primary) await this.build(client, index);
  }

  /**
   * Builds all indexes except the primary key, and collects the planner's statistics. Call this after the
   * table is filled, because building an index is then cheaper.
   */
  async complete(pool: Pool): Promise<void> {
    const client = await pool.connect();
    try {
      // Building an index over many rows may take longer than the usual statement timeout.
      await client.query('SET statement_timeout = 0');
      for (const index of this.indexes) if (!index.primary) await this.build(client, index);
      await client.query(`ANALYZE ${quoted(this.name)}`);
    } finally {
      client.release(true);
    }
  }

  /**
   * Replaces the old table with this one. Call this within a transaction that holds an exclusive lock on the
   * old table.
   */
  async replace(client: PoolClient): Promise<void> {
    await client.query(`DROP TABLE ${quoted(this.table)}`);
    await client.query(`ALTER TABLE ${quoted(this.name)} RENAME TO ${quoted(this.table)}`);
    for (const { temporary, name } of this.indexes)
      await client.query(`ALTER INDEX ${quoted(temporary)} RENAME TO ${quoted(name)}`);
  }

  private async build(client: PoolClient, index: IndexOf & { temporary: string }): Promise<void> {
    const table = quoted(this.name);
    const name = quoted(index.temporary);
    if (index.constraint)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${index.definition}`);
    else
      await client.query(
        `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} ${index.definition}`,
      );
  }

  private async readIndexes(client: PoolClient): Promise<IndexOf[]> {
    const { rows } = await client.query<IndexOf>(
      `SELECT i.relname AS name, x.indisunique AS unique, x.indisprimary AS primary, c.oid IS NOT NULL AS constraint,
         coalesce(pg_get_constraintdef(c.oid), substring(pg_get_indexdef(x.indexrelid) from ' (USING .*)$')) AS definition
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
       LEFT JOIN pg_constraint c ON c.conindid = x.indexrelid AND c.conrelid = x.indrelid AND c.contype IN ('p', 'u', 'x')
       WHERE x.indrelid = $1::regclass ORDER BY i.relname`,
      [quoted(this.table)],
    );
    return rows;
  }

  private async leaveBehind(client: PoolClient, columns: readonly string[]): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL($2)`,
      [quoted(this.name), columns],
    );
    for (const { name } of rows)
      await client.query(`ALTER TABLE ${quoted(this.name)} DROP COLUMN ${quoted(name)}`);
  }

  private async refuseExtras(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid)
       UNION ALL SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
      [quoted(this.table)],
    );
    if (rows.length > 0)
      throw new Error(
        `${this.table} cannot be rebuilt: a read model has neither foreign keys nor triggers (${rows[0]?.name})`,
      );
  }
}
