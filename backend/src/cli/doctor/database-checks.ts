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
/** Share of the connections at which a further backend may find none. */
const CROWDED = 0.8;

const START = 'Is the server of DATABASE_URL running, and are host, name and password right?';

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
      `PostgreSQL ${version} is too old.`,
      `Move to ${OLDEST_POSTGRES} or newer: siegel database:copy.`,
    );
  try {
    await assertWritable(pool);
  } catch (error) {
    if (!(error instanceof DatabaseReadOnly)) throw error;
    return fault(`PostgreSQL ${version} takes no writes.`, 'Is it a replica, or was it made read-only?');
  }
  return ok(`PostgreSQL ${version} answers and takes writes.`);
}

async function seeTables(pool: Pool): Promise<Seen> {
  const standing = await migrationStatus(pool, migrations);
  if (standing === undefined)
    return fault(
      'No backend was ever started on this database.',
      'Start one, or name another in DATABASE_URL.',
    );
  const { due, unknown } = standing;
  if (unknown.length > 0)
    return fault(
      `A newer version of Siegel made them (${unknown.join(', ')}).`,
      'Start that version, or restore a backup from before it.',
    );
  return due.length === 0
    ? ok('They are those of this version.')
    : fault(
        `An older version of Siegel made them; ${due.length} changes are due.`,
        'Start this version once.',
      );
}

/** Pure. */
export function seeConnections({ used, most }: { readonly used: number; readonly most: number }): Seen {
  const says = `${used} of ${most} connections of PostgreSQL are in use.`;
  return used <= most * CROWDED
    ? ok(says)
    : warning(says, 'Raise max_connections, 37 for each backend, or find who holds them (pg_stat_activity).');
}

async function seeClock({ machineClock: own }: Given, pool: Pool): Promise<Seen> {
  const server = databaseClock(pool);
  const clocks = new ClockComparison({ server, name: 'PostgreSQL', own, logger: silentLogger });
  await clocks.start();
  clocks.stop();
  const said = clocks.warning();
  if (said === undefined) return ok("This machine's clock and that of PostgreSQL agree.");
  return {
    state: clocks.refuses ? 'fault' : 'warning',
    says: said,
    todo: 'See that NTP runs on both machines.',
  };
}

/** The database and what needs nothing but it. */
export const databaseChecks = (given: Given, opened: Opened): readonly Check[] => [
  { name: 'database', todo: START, look: () => seeDatabase(given, opened) },
  { name: 'tables', needs: ['database'], todo: START, look: () => seeTables(opened.pool) },
  {
    name: 'database writes',
    needs: ['tables'],
    todo: "Make room on PostgreSQL's disk.",
    look: async () => {
      // A question, then the write.
      await new WriteProbe(opened.pool, { withinMs: Math.floor(answerMs(given) / 2) }).check();
      return ok('A write comes through, and the disk has room for more.');
    },
  },
  {
    name: 'secrets',
    needs: ['tables'],
    todo: 'Restore the value that it had, from the backup of the secrets.',
    look: async () => {
      await compareCheckValues(opened.pool, storedSecretsOf(given.secrets));
      return ok('They are those with which this database was written.');
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
