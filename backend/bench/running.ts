import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** Reads a running backend's own metrics. */

const LOOK_MS = 200;
/** Maximum age of a metric in milliseconds. */
const STALE_MS = 2_500;
const LAG = /^subscription_lag_seconds\{.*\} (.+)$/gm;
const LAG_OR_JOBS = /^(?:subscription_lag_seconds|jobs_(?:backlog|in_hand)_age_seconds)\{.*\} (.+)$/gm;

const metricsOf = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/**
 * Resolves when a backend has read its whole log and no job is due. After that, the backend works only on
 * requests. Waits long enough for metrics that are newer than this call.
 */
export const untilSettled = (port: number): Promise<void> => untilNone(port, LAG_OR_JOBS);

/** Resolves when a backend has read its whole log, even if jobs are due. */
export const untilCaughtUp = (port: number): Promise<void> => untilNone(port, LAG);

/** Resolves when a backend is ready: its rows contain all that the log held at its start. */
export async function untilReady(port: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/health/ready`)).status !== 200) await pause(LOOK_MS);
}

async function untilNone(port: number, wanted: RegExp): Promise<void> {
  let since: number | undefined;
  for (;;) {
    const figures = [...(await metricsOf(port)).matchAll(wanted)].map(([, figure]) => Number(figure));
    if (figures.length === 0 || figures.some((figure) => figure !== 0)) since = undefined;
    else since ??= performance.now();
    if (since !== undefined && performance.now() - since > STALE_MS) return;
    await pause(LOOK_MS);
  }
}

/**
 * Postpones the waiting jobs by a day. A log that was written all at once leaves jobs that are all due at
 * once. These jobs would take hours and are not measured.
 * @param but names of tasks whose jobs are not postponed. If these jobs were postponed, their unfinished work
 * would be listed as owed.
 */
export async function postponeJobs(
  client: Pick<Client, 'query'>,
  but: readonly string[] = [],
): Promise<void> {
  await client.query(
    "UPDATE owed_jobs SET run_at = now() + interval '1 day' WHERE worker IS NULL AND task <> ALL ($1)",
    [but],
  );
  await client.query('VACUUM (FULL, ANALYZE) owed_jobs');
}

export interface Used {
  /** Seconds of CPU time, all threads together. */
  readonly cpu: number;
  /** MiB (RSS). */
  readonly memory: number;
}

export async function usedBy(port: number): Promise<Used> {
  const metrics = await metricsOf(port);
  const of = (name: string): number => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
  const memory = Math.round(of('process_resident_memory_bytes') / 2 ** 20);
  return { cpu: of('process_cpu_seconds_total'), memory };
}
