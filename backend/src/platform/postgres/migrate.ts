import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { OperatorError } from '../errors/operator-error.js';
import { generationOf } from './session-name.js';

/** A migration after which programs of an older generation can no longer work on the database. */
export interface EndsOlderPrograms extends MigrationInterface {
  /** The new generation (session-name.ts). */
  readonly generation: number;
}

/** The number of an advisory lock. It is arbitrary, but no other advisory lock in the database uses it. */
const MIGRATION_LOCK = 7_316_002_017;

export interface MigrateOptions {
  /**
   * Longest time in milliseconds to wait until the sessions of older programs have ended; 30 000 by default.
   */
  readonly olderEndWithinMs?: number;
  /** Milliseconds between two checks of these sessions. */
  readonly checkEveryMs?: number;
}

/**
 * Thrown if a newer program has changed the database, so that it contains migrations that this program does
 * not know.
 */
export class DatabaseIsNewer extends OperatorError {
  constructor(names: readonly string[]) {
    super(
      `A newer version of Siegel has changed this database (${names.join(', ')}). This start changed nothing. Start the newer version, or restore a backup from before its first start.`,
    );
  }
}

export class OlderProgramsRun extends OperatorError {
  constructor(sessions: readonly string[]) {
    super(
      `This version must change the database in a way that older versions of Siegel cannot use, and some of them still run: ${sessions.join('; ')}. Nothing was changed. Stop them, then start again.`,
    );
  }
}

/**
 * Runs the due migrations (rule:older-programs-end-first). Several backends may start at once. One of them
 * migrates. The others wait, and then find no due migrations.
 * @throws DatabaseIsNewer, OlderProgramsRun
 */
export async function migrate(dataSource: DataSource, options: MigrateOptions = {}): Promise<void> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const due = await dueMigrations(dataSource, lock);
      const generation = Math.max(0, ...due.map(generationAfter));
      if (generation > 0) await olderProgramsEnd(lock, generation, options);
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await lock.release();
  }
}

const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;

const generationAfter = (migration: MigrationInterface): number =>
  'generation' in migration && typeof migration.generation === 'number' ? migration.generation : 0;

/**
 * Returns the due migrations. Returns none for an empty database, because no older program has ever used it.
 */
async function dueMigrations(
  { migrations }: DataSource,
  runner: QueryRunner,
): Promise<readonly MigrationInterface[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows: { name: string }[] = await runner.query('SELECT name FROM migrations ORDER BY id');
  const known = new Set(migrations.map(nameOf));
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown);
  const done = new Set(rows.map(({ name }) => name));
  return rows.length === 0 ? [] : migrations.filter((migration) => !done.has(nameOf(migration)));
}

/**
 * Compares the migrations that this program knows with those that the database has recorded. Returns the
 * migrations that the database lacks (`due`), and the migrations that this program does not know (`unknown`).
 * Returns undefined if no migration was ever run. Changes nothing.
 * @param migrations the classes of this program's migrations
 */
export async function migrationStatus(
  pool: Pick<Pool, 'query'>,
  migrations: readonly Function[],
): Promise<{ readonly due: readonly string[]; readonly unknown: readonly string[] } | undefined> {
  const { rows: tables } = await pool.query<{ there: boolean; schema: string | null }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there, current_schema() AS schema`,
  );
  if (tables[0]?.schema === null)
    throw new OperatorError(
      'The role of DATABASE_URL has no right to use any schema, so it sees no table. The role must own the database (docs/operations/host.md).',
    );
  if (tables[0]?.there !== true) return undefined;
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const known = new Set(migrations.map(({ name }) => name));
  const done = new Set(rows.map(({ name }) => name));
  return {
    due: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  };
}

interface OpenSession {
  readonly name: string;
  readonly address: string | null;
  readonly pid: number;
}

async function olderProgramsEnd(
  runner: QueryRunner,
  generation: number,
  { olderEndWithinMs = 30_000, checkEveryMs = 500 }: MigrateOptions,
): Promise<void> {
  for (let waited = 0; ; waited += checkEveryMs) {
    const open: OpenSession[] = await runner.query(
      `SELECT application_name AS name, host(client_addr) AS address, pid FROM pg_stat_activity
       WHERE datname = current_database() ORDER BY pid`,
    );
    const older = open.filter(({ name }) => (generationOf(name) ?? generation) < generation);
    if (older.length === 0) return;
    if (waited >= olderEndWithinMs)
      throw new OlderProgramsRun(
        older.map(({ name, address, pid }) => `'${name}' from ${address ?? 'this machine'} (process ${pid})`),
      );
    await sleep(checkEveryMs);
  }
}
