import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { DELIVER_TASK } from '../delivery/deliver-when-completed-and-paid.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { ScheduledStatus } from '../eventsourcing/reactions/schedule.js';
import { eventsBehind, type LogProgress } from '../eventsourcing/subscriptions/events-behind.js';
import type { RunnerStatus } from '../eventsourcing/subscriptions/leased-subscription.js';
import type { Owed, OwedFigures } from '../obligations/owed.js';
import type { Clock } from '../platform/time/clock.js';
import { type JobFigures, jobFigures } from '../platform/jobs/backlog.js';
import type { PassFigures } from '../proof/endless/endless-pass.js';
import { tamperedFigures } from '../proof/endless/tampered-streams.js';
import { proofFigures } from '../proof/proof-figures.js';
import type { MetricSources } from './metric-sources.js';
import { type GaugeSample, snapshotGauge } from './snapshot-gauge.js';

/** The registry of the metrics, and the queries for those metrics that need a query. */
export interface Measuring {
  readonly registry: Registry;
  readonly sources: MetricSources;
}

const OF_ALL = 'of all backends (each reports the same value); absent while unknown';
const OF_LEADER = 'only reported by the backend that leads it';

/** A projection, a reaction or the checkpointer. */
interface Follower {
  status(): RunnerStatus;
  progress(): LogProgress | undefined;
}

/** Measures how far the projections and reactions that this backend leads are behind the log. */
export function measureLag(
  { registry, sources }: Measuring,
  store: Pick<EventStore, 'readAll' | 'isBefore'>,
  followers: readonly Follower[],
): void {
  const led = () =>
    followers.flatMap((follower) => {
      const { name, lagMs } = follower.status();
      return lagMs === undefined ? [] : [{ name, lagMs, place: follower.progress() }];
    });
  snapshotGauge(
    registry,
    {
      name: 'subscription_lag_seconds',
      help: `Seconds since the projection or reaction last had seen every event; ${OF_LEADER}.`,
      labelNames: ['name'],
    },
    () => led().map(({ name, lagMs }): GaugeSample => [lagMs / 1000, name]),
  );
  const behind = sources.sampled('lag', async () => {
    const known = led();
    const behindSome = known.flatMap(({ name, lagMs, place }) =>
      lagMs === 0 || place === undefined ? [] : [{ name, ...place }],
    );
    const counts = new Map<string, number>(
      known.flatMap(({ name, lagMs }) => (lagMs === 0 ? [[name, 0] as const] : [])),
    );
    for (const [name, count] of await eventsBehind(store, behindSome)) counts.set(name, count);
    return counts;
  });
  snapshotGauge(
    registry,
    {
      name: 'subscription_lag_events',
      help: `Events that the projection or reaction has not seen yet; 1000 means 1000 or more; ${OF_LEADER}, and absent while the event store does not answer.`,
      labelNames: ['name'],
    },
    async () => [...((await behind.latest()) ?? [])].map(([name, count]): GaugeSample => [count, name]),
  );
}

/**
 * Measures how many jobs there are, and for how long they have been waiting, running, or due again after a
 * failure.
 */
export function measureJobs({ registry, sources }: Measuring, pool: Pool, tasks: readonly string[]): void {
  const sample = sources.sampled('jobs', () => jobFigures(pool, tasks));
  const known = async (): Promise<[string, JobFigures][]> => [...((await sample.latest()) ?? [])];
  snapshotGauge(
    registry,
    {
      name: 'jobs_owed',
      help: `Jobs that are waiting, running, failed and retried, or parked until a closed stream is repaired; 1000 means 1000 or more; ${OF_ALL}.`,
      labelNames: ['task', 'state'],
    },
    async () =>
      (await known()).flatMap<GaugeSample>(([task, { waiting, running, failed, parked }]) => [
        [waiting, task, 'waiting'],
        [running, task, 'running'],
        [failed, task, 'failed'],
        [parked, task, 'parked'],
      ]),
  );
  const measure = (name: string, help: string, age: 'dueAge' | 'runningAge' | 'failedAge'): void =>
    snapshotGauge(registry, { name, help: `${help}, ${OF_ALL}.`, labelNames: ['task'] }, async () =>
      (await known()).map(([task, figures]): GaugeSample => [figures[age], task]),
    );
  const due = 'Seconds for which the oldest due job has been waiting for a worker';
  measure('jobs_backlog_age_seconds', due, 'dueAge');
  measure('jobs_in_hand_age_seconds', 'Seconds since a worker took the oldest running job', 'runningAge');
  measure('jobs_failed_age_seconds', 'Seconds for which the oldest failed job has been owed', 'failedAge');
  snapshotGauge(
    registry,
    { name: 'documents_waiting', help: `Jobs for a document that are not done and not parked, ${OF_ALL}.` },
    async () =>
      (await known()).flatMap<GaugeSample>(([task, { waiting, running, failed }]) =>
        task === DELIVER_TASK ? [[waiting + running + failed]] : [],
      ),
  );
}

/** Measures how many obligations are open, and for how long (rule:obligations). */
export function measureObligations({ registry, sources }: Measuring, owed: Pick<Owed, 'figures'>): void {
  const sample = sources.sampled('obligations', () => owed.figures());
  const measure = (name: string, help: string, figure: (one: OwedFigures) => number): void =>
    snapshotGauge(registry, { name, help: `${help}, ${OF_ALL}.`, labelNames: ['kind'] }, async () =>
      ((await sample.latest()) ?? []).map((one): GaugeSample => [figure(one), one.kind]),
    );
  measure('obligations_open', 'Open obligations of this kind', ({ count }) => count);
  measure(
    'obligations_oldest_age_seconds',
    'Seconds for which the oldest obligation of this kind has been open',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

/** Measures how much of the log is signed (rule:log-is-checkpointed). */
export function measureProof({ registry, sources }: Measuring, pool: Pool, clock: Clock): void {
  const sample = sources.sampled('proof', () => proofFigures(pool));
  const age = (since: Date | null | undefined): readonly [number][] =>
    since === null || since === undefined ? [] : [[(clock.now().getTime() - since.getTime()) / 1000]];
  snapshotGauge(
    registry,
    {
      name: 'log_checkpoint_age_seconds',
      help: `Seconds since the newest checkpoint was signed, ${OF_ALL}.`,
    },
    async () => age((await sample.latest())?.signedAt),
  );
  snapshotGauge(
    registry,
    {
      name: 'log_unsigned_events',
      help: `Events that the newest signed checkpoint does not cover, ${OF_ALL}.`,
    },
    async (): Promise<readonly GaugeSample[]> => {
      const found = await sample.latest();
      return found === undefined ? [] : [[found.unsigned]];
    },
  );
}

/**
 * Measures how many streams are tampered with (rule:tampering-is-told).
 * @param closed returns the number of closed streams that this backend knows and that nobody accepted
 */
export function measureTampered({ registry, sources }: Measuring, pool: Pool, closed: () => number): void {
  const sample = sources.sampled('tampered', () => tamperedFigures(pool));
  // Somebody may delete the rows, so this backend's memory counts too, even if the database does not answer.
  snapshotGauge(
    registry,
    {
      name: 'siegel_closed_streams',
      help: 'Streams in which something is broken that was neither repaired nor accepted, of all backends.',
    },
    async (): Promise<readonly GaugeSample[]> => [
      [Math.max(closed(), (await sample.latest())?.streams ?? 0)],
    ],
  );
  snapshotGauge(
    registry,
    {
      name: 'siegel_log_tree_broken',
      help: `1 if the tree over the log or a checkpoint is not as the service wrote it, ${OF_ALL}.`,
    },
    async (): Promise<readonly GaugeSample[]> => {
      const found = await sample.latest();
      return found === undefined ? [] : [[found.isTreeBroken ? 1 : 0]];
    },
  );
}

/** Measures how far the pass over the log is (rule:log-is-passed). */
export function measurePass(registry: Registry, figures: () => PassFigures | undefined): void {
  const measure = (name: string, help: string, figure: (one: PassFigures) => number): void =>
    snapshotGauge(registry, { name, help: `${help}; ${OF_LEADER}.` }, () => {
      const found = figures();
      return found === undefined ? [] : [[figure(found)]];
    });
  measure(
    'siegel_log_pass_lag_seconds',
    'Seconds since the start of the last finished pass over the log: each older event was verified since',
    ({ lagMs }) => lagMs / 1000,
  );
  measure(
    'siegel_log_pass_progress_ratio',
    'Part of the current pass over the log that is done, from 0 to 1',
    ({ progress }) => progress,
  );
}

/** Measures, for each scheduled work that this backend leads, the time since its last success. */
export function measureScheduled(registry: Registry, statuses: () => readonly ScheduledStatus[]): void {
  snapshotGauge(
    registry,
    {
      name: 'scheduled_work_success_age_seconds',
      help: `Seconds since the scheduled work last ended without an error, or since this backend leads it; ${OF_LEADER}.`,
      labelNames: ['name'],
    },
    () =>
      statuses().flatMap<GaugeSample>(({ name, leading, sinceSuccessMs }) =>
        leading ? [[sinceSuccessMs / 1000, name]] : [],
      ),
  );
}
