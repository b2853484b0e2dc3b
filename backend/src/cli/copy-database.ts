import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrations } from '../app/database-schema.js';
import { EVENT_STORE_ID_TABLE, ensureSchema } from '../eventsourcing/event-store/postgres/schema.js';
import {
  acceptUnmarked,
  refusesUnmarked,
  refuseUnmarked,
} from '../eventsourcing/event-store/postgres/marked-events.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import { endWithin } from '../platform/postgres/end-within.js';
import { migrate } from '../platform/postgres/migrate.js';
import { createPool } from '../platform/postgres/pool.js';
import { assertRealSessionsAt, PooledByTransaction } from '../platform/postgres/real-sessions.js';
import { GRANT_ADVICE } from '../platform/postgres/refused.js';
import { reasonOf } from '../platform/postgres/unavailable.js';
import { OURS, referredFirst, type Table, tablesOf } from './copied-tables.js';

const LOCK_MS = 10_000;
/** Milliseconds within which a connection has to close. */
const LEAVE_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface CopyOptions {
  /** If true, the target's data is replaced. Otherwise a target that holds data is refused. */
  readonly overwrite?: boolean;
  readonly onTable?: (table: string, rows: number) => void;
  /** Milliseconds to wait for another session's lock; 10 000 by default. */
  readonly lockMs?: number;
  /**
   * Rejects while a backend serves on this database. In that case nothing is copied. The function is called
   * for both databases before anything is created. After everything was read, it is called once more for the
   * source, because events that a backend recorded during the copy would be lost. (The target's tables are
   * locked during the copy.)
   */
  readonly requireUnused?: (which: 'source' | 'target') => Promise<void>;
  /** If the signal aborts, the copy stops and nothing is copied. */
  readonly signal?: AbortSignal;
}

/** Thrown if the copy is not possible. Nothing was changed. */
export class CopyRefused extends OperatorError {}

/** Tables that already contain rows when all migrations have run. */
const BOOKKEEPING = new Set(['public.migrations', EVENT_STORE_ID_TABLE]);

/**
 * Copies the rows of all tables, in all schemas, and the state of all sequences into another database, across
 * PostgreSQL versions. The only right that it needs is to own the tables. If the target is empty, it creates
 * the tables first. It reads the source in one snapshot, and writes the target in one transaction, so it
 * copies everything or nothing.
 * @throws CopyRefused
 */
export async function copyDatabase(fromUrl: string, toUrl: string, options: CopyOptions = {}): Promise<void> {
  const source = await connected('source', fromUrl, options.lockMs);
  const target = await connected('target', toUrl, options.lockMs).catch(async (error: unknown) => {
    await source.end();
    throw error;
  });
  const both = [source, target];
  const breakOff = (): void => both.forEach((client) => void endWithin(client, 0));
  options.signal?.addEventListener('abort', breakOff, { once: true });
  try {
    options.signal?.throwIfAborted();
    await requireTwo(source, target);
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await tablesOf(source);
    await requireRights(source, 'source');
    await requireThisVersion(source, 'source');
    await requireRights(target, 'target');
    await options.requireUnused?.('source');
    await options.requireUnused?.('target');
    if ((await tablesOf(target)).length === 0) await makeTables(source, toUrl);
    await requireThisVersion(target, 'target');
    await copyTables(source, target, tables, options);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== LOCK_NOT_AVAILABLE) throw error;
    throw new CopyRefused(
      'The source or the target is in use. Stop every backend that works on one of them.',
      {
        cause: error,
      },
    );
  } finally {
    options.signal?.removeEventListener('abort', breakOff);
    await Promise.all(both.map((client) => endWithin(client, LEAVE_MS)));
  }
}

async function copyTables(
  source: Client,
  target: Client,
  tables: readonly Table[],
  { overwrite, onTable, requireUnused }: CopyOptions,
): Promise<void> {
  await target.query('BEGIN');
  requireSameTables(tables, await tablesOf(target));
  if (overwrite !== true) await requireEmpty(target, tables);
  await target.query(`TRUNCATE ${tables.map((table) => table.name).join(', ')}`);
  // The source may have events from before APPEND_KEY.
  await acceptUnmarked(target);
  for (const table of referredFirst(tables)) {
    const rows = await copyTable(source, target, table);
    onTable?.(table.name, rows);
  }
  await copySequences(source, target);
  if (await refusesUnmarked(source)) await refuseUnmarked(target);
  await requireUnused?.('source');
  await target.query('COMMIT');
}

/** @throws OperatorError, PooledByTransaction */
async function connected(which: string, url: string, lockMs = LOCK_MS): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // This handler does nothing, because a lost connection makes the running statement fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET lock_timeout = ${lockMs}`);
    await assertRealSessionsAt(url, { what: `the address of the ${which}` });
  } catch (cause) {
    await endWithin(client, LEAVE_MS);
    if (cause instanceof PooledByTransaction) throw cause;
    throw new OperatorError(
      `The ${which} database cannot be used: ${reasonOf(cause)}. Check that the database server is running, and that host, user name and password are right.`,
      { cause },
    );
  }
  return client;
}

/**
 * Refuses two addresses of the same database. The check uses an advisory lock, because two sessions on one
 * database cannot hold the same lock at once.
 */
async function requireTwo(source: Client, target: Client): Promise<void> {
  const lock = randomBytes(8).readBigInt64BE().toString();
  await source.query('SELECT pg_advisory_lock($1)', [lock]);
  const { rows } = await target.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lock]);
  if (rows[0]?.free !== true)
    throw new CopyRefused('Source and target are the same database. Name two different ones.');
}

const WAY_OUT = {
  source:
    'Start a backend of this version on the source once (DATABASE_URL): it migrates the tables. Then copy.',
  target: 'Name an empty database instead: the copy creates the tables.',
} as const;

const NEEDED = {
  source: { does: 'read', tables: ['SELECT'], sequences: ['SELECT'] },
  target: { does: 'replace', tables: ['INSERT', 'TRUNCATE'], sequences: ['UPDATE'] },
} as const;
/** Maximum number of names that a message lists. */
const NAMED = 3;

/**
 * Checks the role's rights. Call this function before the copy begins. A role without the right to read a
 * sequence sees NULL as the sequence's value, as for an unused sequence. The copy would then lose the
 * sequence's position.
 */
async function requireRights(client: Client, which: keyof typeof NEEDED): Promise<void> {
  const { does, tables, sequences } = NEEDED[which];
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${OURS} AND c.relkind IN ('r', 'S') AND NOT (has_schema_privilege(n.oid, 'USAGE') AND CASE c.relkind
       WHEN 'S' THEN (SELECT bool_and(has_sequence_privilege(c.oid, p)) FROM unnest($2::text[]) p)
       ELSE (SELECT bool_and(has_table_privilege(c.oid, p)) FROM unnest($1::text[]) p) END) ORDER BY 1`,
    [tables, sequences],
  );
  if (rows.length === 0) return;
  const named = rows.slice(0, NAMED).map(({ name }) => name);
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
  throw new CopyRefused(
    `The role of the ${which} has no right to ${does} ${named.join(', ')}${more}. ${GRANT_ADVICE}`,
  );
}

/**
 * Throws if the database does not have exactly the migrations of this version. The list of migrations is
 * copied too, so it must be true for both databases.
 */
async function requireThisVersion(client: Client, which: keyof typeof WAY_OUT): Promise<void> {
  const made = (await hasTable(client, 'public.migrations'))
    ? (await client.query<{ name: string }>('SELECT name FROM public.migrations')).rows
    : [];
  if (made.length === 0 && which === 'source')
    throw new CopyRefused('The source holds no tables of Siegel. Name the right database.');
  const names = (list: readonly { readonly name: string }[]): string =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join();
  if (names(made) !== names(migrations))
    throw new CopyRefused(
      `The tables of the ${which} belong to another version of Siegel than this one. ${WAY_OUT[which]}`,
    );
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ here: boolean }>('SELECT to_regclass($1) IS NOT NULL AS here', [
    name,
  ]);
  return rows[0]?.here === true;
}

/** Creates all tables. The tables of the event store are created only if the source holds the events. */
async function makeTables(source: Client, url: string): Promise<void> {
  const dataSource = createDataSource({ url, entities: [], migrations });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
  if (!(await hasTable(source, EVENT_STORE_ID_TABLE))) return;
  const pool = createPool(url);
  try {
    await ensureSchema(pool);
  } finally {
    await pool.end();
  }
}

function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const known = new Map(target.map((table) => [table.name, new Set(table.columns)]));
  const missing = source.flatMap((table) => {
    const columns = known.get(table.name);
    return columns === undefined
      ? [table.name]
      : table.columns.filter((column) => !columns.has(column)).map((column) => `${table.name}.${column}`);
  });
  if (missing.length > 0) {
    throw new CopyRefused(`The target lacks ${missing.join(', ')}. ${WAY_OUT.target}`);
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
      `The target already holds data in ${filled.join(', ')}. Name an empty database, or replace the data with --overwrite.`,
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
