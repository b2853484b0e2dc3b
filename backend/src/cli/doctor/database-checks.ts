import type { Pool } from 'pg';
import { migrations } from '../../app/database-schema.js';
import { storedSecretsOf } from '../../app/stored-secrets.js';
import { ClockComparison } from '../../platform/time/clock-comparison.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { databaseClock } from '../../platform/postgres/database-clock.js';
import { migrationStatus } from '../../platform/postgres/migrate.js';
import { createPool } from '../../platform/postgres/pool.js';
import {
  assertOptionsPass,
  assertRealSessions,
  isRefusedByPooler,
  PooledByTransaction,
  POOLER_ADVICE,
} from '../../platform/postgres/real-sessions.js';
import { reasonOf } from '../../platform/postgres/unavailable.js';
import { sessionName } from '../../platform/postgres/session-name.js';
import { connectionsInUse } from '../../platform/postgres/sessions.js';
import { assertWritable, DatabaseReadOnly, WriteProbe } from '../../platform/postgres/writable.js';
import { compareCheckValues } from '../../vault/check-values.js';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context, type Connections } from './context.js';

const OLDEST_POSTGRES = 15;
/** If more than this share of the connections is in use, another backend may get none. */
const CROWDED = 0.8;

const START =
  'Check that the database server named in DATABASE_URL is running, and that host, user name and password are right. If DATABASE_URL is not set, start a backend: it creates the database.';

function poolOf(context: Context, cut: AbortSignal): Pool {
  if ('failure' in context.database) throw context.database.failure;
  return createPool(context.database.url, {
    max: 6,
    name: sessionName('doctor'),
    statementTimeoutMs: answerMs(context),
    connectWithinMs: answerMs(context),
    cut,
  });
}

async function checkDatabase(context: Context, connections: Connections): Promise<CheckResult> {
  const pool = poolOf(context, connections.cut);
  await connections.keepPool(pool);
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
      `PostgreSQL ${version} accepts no writes.`,
      'If this server is a replica, name the primary in DATABASE_URL. If it is read-only because its disk is full, free some space on that disk.',
    );
  }
  return ok(`PostgreSQL ${version} answers and accepts writes.`);
}

async function checkSessions(context: Context, pool: Pool): Promise<CheckResult> {
  const { config, database } = context;
  try {
    await assertRealSessions(pool);
    if (config.eventStoreUrl === undefined && 'url' in database)
      await assertOptionsPass(database.url, answerMs(context));
  } catch (error) {
    if (isRefusedByPooler(error))
      return fault(`A pooler refuses the service: ${reasonOf(error)}.`, POOLER_ADVICE);
    if (!(error instanceof PooledByTransaction)) throw error;
    return fault(
      'A pooler by transaction is between the service and PostgreSQL: a setting of one session was missing in its next transaction, or another session had it.',
      POOLER_ADVICE,
    );
  }
  return ok('Each connection has a session of its own.');
}

async function checkTables(pool: Pool): Promise<CheckResult> {
  const status = await migrationStatus(pool, migrations);
  if (status === undefined)
    return fault(
      'No backend has ever been started on this database.',
      'Start a backend, or name the right database in DATABASE_URL.',
    );
  const { due, unknown } = status;
  if (unknown.length > 0)
    return fault(
      `A newer version of Siegel changed the tables with migrations that this version does not know (${unknown.join(', ')}).`,
      'Start a backend of that newer version, or restore a backup that was made before the newer version was first started.',
    );
  return due.length === 0
    ? ok('The tables match this version.')
    : fault(
        `The tables belong to an older version of Siegel; number of due migrations: ${due.length}.`,
        'Start a backend of this version once: it runs the migrations.',
      );
}

/** Pure. */
export function checkConnections({
  used,
  most,
}: {
  readonly used: number;
  readonly most: number;
}): CheckResult {
  const says = `${used} of PostgreSQL's ${most} connections are in use`;
  return used <= most * CROWDED
    ? ok(`${says}.`)
    : warning(
        `${says}, more than ${CROWDED * 100} %.`,
        'Raise max_connections (a backend needs up to 38), or look in pg_stat_activity for the sessions that hold connections.',
      );
}

async function checkClock({ machineClock: own }: Context, pool: Pool): Promise<CheckResult> {
  const server = databaseClock(pool);
  const clocks = new ClockComparison({ server, name: 'PostgreSQL', own, logger: silentLogger });
  await clocks.start();
  clocks.stop();
  const said = clocks.warning();
  if (said === undefined) return ok('The clocks of this machine and of PostgreSQL agree.');
  return {
    state: clocks.refuses ? 'fault' : 'warning',
    says: said,
    todo: 'Make sure that NTP runs on this machine and on the machine of PostgreSQL.',
  };
}

/** Returns the checks of the database itself, and the checks that need nothing but the database. */
export const databaseChecks = (context: Context, connections: Connections): readonly Check[] => [
  { name: 'database', todo: START, run: () => checkDatabase(context, connections) },
  {
    name: 'database sessions',
    needs: ['database'],
    todo: START,
    run: () => checkSessions(context, connections.pool),
  },
  { name: 'tables', needs: ['database sessions'], todo: START, run: () => checkTables(connections.pool) },
  {
    name: 'database writes',
    needs: ['tables'],
    todo: "Free some space on PostgreSQL's disk.",
    run: async () => {
      // The probe sends a query and then the write. Each of these two statements gets half of the time.
      await new WriteProbe(connections.pool, { withinMs: Math.floor(answerMs(context) / 2) }).check();
      return ok('A test write succeeded, and the disk has space for more.');
    },
  },
  {
    name: 'secrets',
    needs: ['tables'],
    todo: 'Restore the former value of the secret from the backup of the secrets.',
    run: async () => {
      await compareCheckValues(connections.pool, storedSecretsOf(context.secrets));
      return ok('The secrets are the ones with which this database was written.');
    },
  },
  {
    name: 'connections',
    needs: ['database sessions'],
    todo: START,
    run: async () => checkConnections(await connectionsInUse(connections.pool)),
  },
  {
    name: 'clock',
    needs: ['database sessions'],
    todo: START,
    run: () => checkClock(context, connections.pool),
  },
];
