import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const LOOK_MS = 200;
/** Milliseconds for which a figure may be that of a moment ago. */
export const STALE_MS = 2_500;
const LAG = /^subscription_lag_seconds\{.*\} (.+)$/gm;
const LAG_OR_BACKLOG = /^(?:subscription_lag_seconds|jobs_backlog_age_seconds)\{.*\} (.+)$/gm;

/**
 * Resolves when a backend has seen its whole log and no job is due: what it does then is what was asked for. All of its
 * figures are of after this was asked.
 */
export const settled = (address: string): Promise<void> => untilNone(address, LAG_OR_BACKLOG);

/** Resolves when it has seen its whole log, whatever that left to do. */
export const caughtUp = (address: string): Promise<void> => untilNone(address, LAG);

/**
 * What follows from a log that was written all at once is due at once, and would take hours: it comes due by and by
 * here, and is not what is measured.
 * @param but tasks of which nothing is put off: what they leave undone would be listed as owed
 */
export async function putOffJobs(databaseUrl: string, but: readonly string[] = []): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "UPDATE owed_jobs SET run_at = now() + interval '1 day' WHERE worker IS NULL AND task <> ALL ($1)",
      [but],
    );
    await client.query('VACUUM (FULL, ANALYZE) owed_jobs');
  } finally {
    await client.end();
  }
}

async function untilNone(address: string, wanted: RegExp): Promise<void> {
  let since: number | undefined;
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const figures = [...metrics.matchAll(wanted)].map(([, figure]) => Number(figure));
    if (figures.length === 0 || figures.some((figure) => figure !== 0)) since = undefined;
    else since ??= performance.now();
    if (since !== undefined && performance.now() - since > STALE_MS) return;
    await pause(LOOK_MS);
  }
}
