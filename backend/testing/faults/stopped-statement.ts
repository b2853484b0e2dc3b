import type { Pool } from 'pg';
import { until } from '#src/platform/testing/until';

/** Says whether the writes of a stopped statement are kept after its program was killed. */
export type StoppedEnd = 'committed' | 'rolled back';

/** A server process that waits in a trigger. It reports the name of its write by `application_name`. */
export interface Stopped {
  readonly pid: number;
  readonly name: string;
}

const STOPPED = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'stopped %'`;

/** Returns a server process that is now stopped, if there is one. */
export async function stoppedNow(pool: Pool): Promise<Stopped | undefined> {
  const { rows } = await pool.query<Stopped>(
    `SELECT pid, application_name AS name ${STOPPED} ORDER BY pid LIMIT 1`,
  );
  return rows[0];
}

/**
 * Ends a stopped statement. A transaction that wrote several rows is stopped once for each row. This function
 * ends all these stops, so either all rows of the transaction are committed, or none of them.
 * @param pass lets the write with this name go on
 */
export async function endStopped(
  pool: Pool,
  { pid, name }: Stopped,
  how: StoppedEnd,
  pass: (name: string) => Promise<void>,
): Promise<void> {
  if (how === 'committed') await pass(name);
  else await pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await until(async () => {
    const { rows } = await pool.query<Stopped>(
      `SELECT pid, application_name AS name ${STOPPED} AND pid = $1`,
      [pid],
    );
    const [next] = rows;
    if (next !== undefined && how === 'committed') await pass(next.name);
    return next === undefined;
  });
}
