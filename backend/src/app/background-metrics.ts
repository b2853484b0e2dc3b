import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ScheduledStatus } from '../eventsourcing/reactions/schedule.js';
import type { RunnerStatus } from '../eventsourcing/subscriptions/leased-subscription.js';
import type { Owed, OwedFigures } from '../obligations/owed.js';
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
        const known = await looked(backlogAges(pool, tasks), new Map<string, JobAges>());
        gauge.reset();
        for (const [task, ages] of known) gauge.set({ task }, ages[age]);
      },
    });
  };
  const due = 'How long the oldest job that is due has been waiting for a worker';
  measure('jobs_backlog_age_seconds', due, 'waiting');
  measure('jobs_in_hand_age_seconds', 'How long ago the oldest job in work was taken', 'inHand');
}

/** How much is owed to anybody, and for how long (rule:obligations). */
export function measureObligations(registry: Registry, owed: Pick<Owed, 'figures'>): void {
  const measure = (name: string, help: string, figure: 'count' | 'oldestSeconds'): void => {
    const gauge = new Gauge({
      name,
      help: `${help}, of all backends; absent while unknown.`,
      labelNames: ['kind'] as const,
      registers: [registry],
      collect: async () => {
        const known = await looked(owed.figures(), [] as readonly OwedFigures[]);
        gauge.reset();
        for (const one of known) gauge.set({ kind: one.kind }, one[figure]);
      },
    });
  };
  measure('obligations_open', 'How much of this kind is owed to somebody', 'count');
  measure('obligations_oldest_age_seconds', 'Since when the oldest of this kind is owed', 'oldestSeconds');
}

/** Whoever measures a service whose database hangs is to be answered all the same. */
async function looked<Found>(look: Promise<Found>, nothing: Found): Promise<Found> {
  const over = new AbortController();
  const found = await Promise.race([
    look.catch(() => nothing),
    pause(LOOK_MS, over.signal).then(() => nothing),
  ]);
  over.abort();
  return found;
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
