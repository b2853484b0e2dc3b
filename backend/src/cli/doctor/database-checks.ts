import type { Pool } from 'pg';
import { migrations } from '../../app/database-schema.js';
import { storedSecretsOf } from '../../app/infrastructure.js';
import { ClockComparison } from '../../platform/time/clock-comparison.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { databaseClock } from '../../platform/postgres/database-clock.js';
import { migrationStatus } from '../../platform/postgres/migrate.js';
import { createPool } from '../../platform/postgres/pool.js';
import { sessionName } from '../../platform/postgres/session-name.js';
import { connectionsInUse } from '../../platform/postgres/sessions.js';
import { assertWritable, DatabaseReadOnly, WriteProbe } from '../../platform/postgres/writable.js';
import { compareCheckValues } from '../../vault/check-values.js';
import { type Check, fault, ok, type Seen, warning } from './check.js';
import { answerMs, type Given, type Opened } from './given.js';

const OLDEST_POSTGRES = 15;
/** Share of used connections above which another backend may get none. */
const CROWDED = 0.8;

const START =
  'Check that the server of DATABASE_URL runs, and that host, user name and password are right. Without DATABASE_URL start a backend, which makes the database.';

function poolOf(given: Given, cut: AbortSignal): Pool {
  if ('failure' in given.database) throw given.database.failure;
  return createPool(given.database.url, {
    max: 6,
    name: sessionName('doctor'),
    statementTimeoutMs: answerMs(given),
    connectWithinMs: answerMs(given),
    cut,
  });
}

async function seeDatabase(given: Given, opened: Opened): Promise<Seen> {
  const pool = poolOf(given, opened.cut);
  await opened.keepPool(pool);
  const { rows } = await pool.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  const { version = '' } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return fault(
      `PostgreSQL ${version} is too old: Siegel needs ${OLDEST_POSTGRES} or newer.`,
      'Move the data to a newer server with siegel database:copy.',
    );
  try {
    await assertWritable(pool);
  } catch (error) {
    if (!(error instanceof DatabaseReadOnly)) throw error;
    return fault(
      `PostgreSQL ${version} takes no writes.`,
      'If it is a replica, name the primary in DATABASE_URL. If it is read-only because its disk is full, free space there.',
    );
  }
  return ok(`PostgreSQL ${version} answers and takes writes.`);
}

async function seeTables(pool: Pool): Promise<Seen> {
  const standing = await migrationStatus(pool, migrations);
  if (standing === undefined)
    return fault(
      'No backend was ever started on this database.',
      'Start a backend, or name the right database in DATABASE_URL.',
    );
  const { due, unknown } = standing;
  if (unknown.length > 0)
    return fault(
      `A newer version of Siegel changed the tables (${unknown.join(', ')}).`,
      'Start that version, or restore a backup from before its first start.',
    );
  return due.length === 0
    ? ok('The tables are those of this version.')
    : fault(
        `The tables are those of an older version of Siegel; migrations that are due: ${due.length}.`,
        'Start a backend of this version once: it runs the migrations.',
      );
}

/** Pure. */
export function seeConnections({ used, most }: { readonly used: number; readonly most: number }): Seen {
  const says = `${used} of ${most} connections of PostgreSQL are in use`;
  return used <= most * CROWDED
    ? ok(`${says}.`)
    : warning(
        `${says}, more than ${CROWDED * 100} %.`,
        'Raise max_connections (a backend needs up to 37), or find the sessions that hold connections in pg_stat_activity.',
      );
}

async function seeClock({ machineClock: own }: Given, pool: Pool): Promise<Seen> {
  const server = databaseClock(pool);
  const clocks = new ClockComparison({ server, name: 'PostgreSQL', own, logger: silentLogger });
  await clocks.start();
  clocks.stop();
  const said = clocks.warning();
  if (said === undefined) return ok('The clocks of this machine and of PostgreSQL agree.');
  return {
    state: clocks.refuses ? 'fault' : 'warning',
    says: said,
    todo: 'Make sure that NTP runs on both machines.',
  };
}

/** Checks of the database, and checks that need nothing else. */
export const databaseChecks = (given: Given, opened: Opened): readonly Check[] => [
  { name: 'database', todo: START, look: () => seeDatabase(given, opened) },
  { name: 'tables', needs: ['database'], todo: START, look: () => seeTables(opened.pool) },
  {
    name: 'database writes',
    needs: ['tables'],
    todo: "Free space on PostgreSQL's disk.",
    look: async () => {
      // The probe sends a query, then the write. Each gets half of the time.
      await new WriteProbe(opened.pool, { withinMs: Math.floor(answerMs(given) / 2) }).check();
      return ok('A test write succeeded, and the disk has space for more.');
    },
  },
  {
    name: 'secrets',
    needs: ['tables'],
    todo: 'Restore the former value of the secret from the backup of the secrets.',
    look: async () => {
      await compareCheckValues(opened.pool, storedSecretsOf(given.secrets));
      return ok('The secrets are those that this database was written with.');
    },
  },
  {
    name: 'connections',
    needs: ['database'],
    todo: START,
    look: async () => seeConnections(await connectionsInUse(opened.pool)),
  },
  { name: 'clock', needs: ['database'], todo: START, look: () => seeClock(given, opened.pool) },
];
