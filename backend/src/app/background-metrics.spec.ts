import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { MemoryEventStore } from '../eventsourcing/journal/testing/memory-event-store.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { Exposition } from '../../testing/observed/exposition.js';
import type { Pool } from 'pg';
import { DELIVER_TASK } from '../delivery/deliver-when-completed-and-paid.js';
import type { JobFigures } from '../platform/jobs/backlog.js';
import { measureJobs, measureLag } from './background-metrics.js';
import { MetricSources } from './metric-sources.js';

describe('the lag metrics of projections and reactions', () => {
  let registry: Registry;
  let sources: MetricSources;
  const store = new MemoryEventStore();
  beforeAll(async () => {
    const event = { type: 'Noted.v1', data: Buffer.from('{}'), metadata: Buffer.from('{}') };
    for (let n = 0; n < 3; n += 1)
      await store.append(`nda-${n}`, 'no-stream', [{ ...event, id: randomUUID() }]);
  });
  beforeEach(() => {
    registry = new Registry();
    sources = new MetricSources(registry);
  });
  afterEach(() => jest.restoreAllMocks());

  const follower = (name: string, lagMs: number | undefined, after?: string) => ({
    status: () => ({ name, leading: true, caughtUp: lagMs === 0, fault: undefined, lagMs }),
    progress: () => ({ after: after as never, streamPrefixes: ['nda-'] }),
  });
  const told = async (): Promise<Exposition> => new Exposition(await registry.metrics());

  it('report seconds and events only for the projections and reactions that this backend leads', async () => {
    const followers = [
      follower('stuck', 90_000),
      follower('behind', 500, 'memory-1'),
      follower('well', 0),
      follower('led elsewhere', undefined),
    ];
    measureLag({ registry, sources }, store, followers);
    const { samples } = await told();
    const lags = samples.flatMap(({ name, labels, value }) =>
      name.startsWith('subscription_lag') ? [`${name} ${labels['name']} ${value}`] : [],
    );
    expect(lags.toSorted()).toEqual([
      'subscription_lag_events behind 1',
      'subscription_lag_events stuck 3',
      'subscription_lag_events well 0',
      'subscription_lag_seconds behind 0.5',
      'subscription_lag_seconds stuck 90',
      'subscription_lag_seconds well 0',
    ]);
  });

  it('report only the seconds while the event store is unavailable', async () => {
    measureLag({ registry, sources }, store, [follower('stuck', 90_000)]);
    jest.spyOn(store, 'readAll').mockImplementation(() => {
      throw new EventStoreUnavailable('it is away');
    });
    const exposition = await told();
    expect(exposition.value('subscription_lag_seconds')).toBe(90);
    expect(exposition.value('subscription_lag_events')).toBeUndefined();
    expect(exposition.types.get('subscription_lag_events')).toBe('gauge');
    // The failure is counted during the scrape, so only the next scrape is certain to report it.
    expect((await told()).value('metrics_failures_total', { source: 'lag' })).toBeGreaterThan(0);
  });
});

describe('the metric of waiting documents', () => {
  it('has no parked job, because such a job waits for a repair and not for a document', async () => {
    const registry = new Registry();
    const figures: JobFigures = {
      waiting: 1,
      running: 2,
      failed: 4,
      parked: 8,
      dueAge: 0,
      runningAge: 0,
      failedAge: 0,
    };
    const pool = { query: async () => ({ rows: [{ task: DELIVER_TASK, ...figures }] }) } as unknown as Pool;
    measureJobs({ registry, sources: new MetricSources(registry) }, pool, [DELIVER_TASK]);
    const exposition = new Exposition(await registry.metrics());
    expect(exposition.value('documents_waiting')).toBe(7);
    expect(exposition.value('jobs_owed', { task: DELIVER_TASK, state: 'parked' })).toBe(8);
  });
});
