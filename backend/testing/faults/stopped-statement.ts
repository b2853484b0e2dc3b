import type { Pool } from 'pg';
import { until } from '#src/platform/testing/until';

/** How a statement that stands still ends, where its program is no more: what it wrote is kept, or is not. */
export type StoppedEnd = 'committed' | 'rolled back';

/** A server process that stands still in a trigger, and what it says by its `application_name` that it is at. */
export interface Stopped {
  readonly pid: number;
  readonly name: string;
}

const STOPPED = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'stopped %'`;

/** One that stands still now. */
export async function stoppedNow(pool: Pool): Promise<Stopped | undefined> {
  const { rows } = await pool.query<Stopped>(
    `SELECT pid, application_name AS name ${STOPPED} ORDER BY pid LIMIT 1`,
  );
  return rows[0];
}

/**
 * Ends it. What is written together stands still one after the other: all of it is let pass, or nothing.
 * @param pass lets what has this name go on
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
