import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { EVENT_STORE_ID_TABLE } from '../eventsourcing/event-store/postgres/schema.js';
import { reasonOf } from '../platform/postgres/unavailable.js';
import { OperatorError } from '../platform/operator-error.js';

export interface CopyOptions {
  /** Replaces what the target's tables hold. Without it a target that holds data is refused. */
  readonly overwrite?: boolean;
  readonly onTable?: (table: string, rows: number) => void;
}

/** Nothing was changed: the target cannot take the copy. */
export class CopyRefused extends OperatorError {}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What a migrated database holds before anything was done with it. */
const BOOKKEEPING = new Set(['public.migrations', EVENT_STORE_ID_TABLE]);

/**
 * Copies the rows of all tables, in all schemas, and the state of all sequences into a database that has the
 * same tables already (that is, one that was migrated), across PostgreSQL versions. One transaction: all or
 * nothing. The source is read in one snapshot.
 * @throws CopyRefused
 */
export async function copyDatabase(fromUrl: string, toUrl: string, options: CopyOptions = {}): Promise<void> {
  const source = await connected(fromUrl);
  const target = await connected(toUrl);
  try {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await target.query('BEGIN');
    const tables = await tablesOf(source);
    await requireSameTables(tables, await tablesOf(target));
    if (options.overwrite !== true) await requireEmpty(target, tables);
    await target.query(`TRUNCATE ${tables.map((table) => table.name).join(', ')}`);
    // Rows come in any order of their foreign keys, and no trigger may act on them again.
    await target.query("SET LOCAL session_replication_role = 'replica'");
    for (const table of tables) {
      const rows = await copyTable(source, target, table);
      options.onTable?.(table.name, rows);
    }
    await copySequences(source, target);
    await target.query('COMMIT');
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** @throws OperatorError */
async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new OperatorError(`A database cannot be used: ${reasonOf(cause)}`, { cause });
  }
  return client;
}

async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attname) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY 1 ORDER BY 1`);
  return rows;
}

async function requireSameTables(source: readonly Table[], target: readonly Table[]): Promise<void> {
  if (source.length === 0) throw new CopyRefused('The source holds no tables.');
  const known = new Map(target.map((table) => [table.name, new Set(table.columns)]));
  const missing = source.flatMap((table) => {
    const columns = known.get(table.name);
    return columns === undefined
      ? [table.name]
      : table.columns.filter((column) => !columns.has(column)).map((column) => `${table.name}.${column}`);
  });
  if (missing.length > 0) {
    throw new CopyRefused(
      `The target lacks ${missing.join(', ')}. Start this version once on the target, so that it creates its tables; then copy.`,
    );
  }
}

async function requireEmpty(target: Client, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    if (BOOKKEEPING.has(name)) continue;
    const { rowCount } = await target.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount !== 0) filled.push(name);
  }
  if (filled.length > 0)
    throw new CopyRefused(
      `The target holds data already: ${filled.join(', ')}. Choose an empty one, or say --overwrite.`,
    );
}

async function copyTable(source: Client, target: Client, { name, columns }: Table): Promise<number> {
  const list = columns.join(', ');
  const writing = target.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`));
  await pipeline(source.query(copyTo(`COPY ${name} (${list}) TO STDOUT`)), writing);
  return writing.rowCount ?? 0;
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    "SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences",
  );
  for (const { name, last } of rows) {
    if (last !== null) await target.query('SELECT setval(to_regclass($1), $2)', [name, last]);
  }
}
