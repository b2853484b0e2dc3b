import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ScheduledStatus } from '../eventsourcing/reactions/schedule.js';
import type { RunnerStatus } from '../eventsourcing/subscriptions/leased-subscription.js';
import { backlogAges, type JobAges } from '../platform/jobs/backlog.js';
import { pause } from '../platform/pause.js';

/** Milliseconds for a look at the jobs. */
const LOOK_MS = 1000;

/** How far each projection and reaction that is led here is behind the log. */
export function measureLag(registry: Registry, statuses: () => readonly RunnerStatus[]): void {
  const lag = new Gauge({
    name: 'subscription_lag_seconds',
    help: 'Since the leader of a projection or reaction last had seen everything; only where it leads.',
    labelNames: ['name'] as const,
    registers: [registry],
    collect: () => {
      lag.reset();
      for (const { name, lagMs } of statuses()) if (lagMs !== undefined) lag.set({ name }, lagMs / 1000);
    },
  });
}

/** How long jobs have been waiting, and have been in work. */
export function measureJobs(registry: Registry, pool: Pool, tasks: readonly string[]): void {
  const measure = (name: string, help: string, age: keyof JobAges): void => {
    const gauge = new Gauge({
      name,
      help: `${help}, of all backends; absent while unknown.`,
      labelNames: ['task'] as const,
      registers: [registry],
      collect: async () => {
        const known = await looked(pool, tasks);
        gauge.reset();
        for (const [task, ages] of known) gauge.set({ task }, ages[age]);
      },
    });
  };
  const due = 'How long the oldest job that is due has been waiting for a worker';
  measure('jobs_backlog_age_seconds', due, 'waiting');
  measure('jobs_in_hand_age_seconds', 'How long ago the oldest job in work was taken', 'inHand');
}

/** Whoever measures a service whose database hangs is to be answered all the same. */
async function looked(pool: Pool, tasks: readonly string[]): Promise<Map<string, JobAges>> {
  const over = new AbortController();
  const nothing = new Map<string, JobAges>();
  const ages = await Promise.race([
    backlogAges(pool, tasks).catch(() => nothing),
    pause(LOOK_MS, over.signal).then(() => nothing),
  ]);
  over.abort();
  return ages;
}

/** When scheduled work that is led here last had no error. */
export function measureScheduled(registry: Registry, statuses: () => readonly ScheduledStatus[]): void {
  const age = new Gauge({
    name: 'scheduled_work_success_age_seconds',
    help: 'Since scheduled work last ended without an error, or this backend leads it; only where it leads.',
    labelNames: ['name'] as const,
    registers: [registry],
    collect: () => {
      age.reset();
      for (const { name, leading, sinceSuccessMs } of statuses())
        if (leading) age.set({ name }, sinceSuccessMs / 1000);
    },
  });
}
