import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { MemoryEventStore } from '../eventsourcing/journal/testing/memory-event-store.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { Exposition } from '../../testing/observed/exposition.js';
import { measureLag } from './background-metrics.js';
import { MetricLooks } from './metric-looks.js';

describe('what is told of who follows the log', () => {
  let registry: Registry;
  let looks: MetricLooks;
  const store = new MemoryEventStore();
  beforeAll(async () => {
    const event = { type: 'Noted.v1', data: Buffer.from('{}'), metadata: Buffer.from('{}') };
    for (let n = 0; n < 3; n += 1)
      await store.append(`nda-${n}`, 'no-stream', [{ ...event, id: randomUUID() }]);
  });
  beforeEach(() => {
    registry = new Registry();
    looks = new MetricLooks(registry);
  });
  afterEach(() => jest.restoreAllMocks());

  const follower = (name: string, lagMs: number | undefined, after?: string) => ({
    status: () => ({ name, leading: true, caughtUp: lagMs === 0, fault: undefined, lagMs }),
    place: () => ({ after: after as never, streamPrefixes: ['nda-'] }),
  });
  const told = async (): Promise<Exposition> => new Exposition(await registry.metrics());

  it('is its lag in seconds and in events, of those alone that are led here', async () => {
    const followers = [
      follower('stands', 90_000),
      follower('behind', 500, 'memory-1'),
      follower('well', 0),
      follower('led elsewhere', undefined),
    ];
    measureLag({ registry, looks }, store, followers);
    const { samples } = await told();
    const lags = samples.flatMap(({ name, labels, value }) =>
      name.startsWith('subscription_lag') ? [`${name} ${labels['name']} ${value}`] : [],
    );
    expect(lags.toSorted()).toEqual([
      'subscription_lag_events behind 1',
      'subscription_lag_events stands 3',
      'subscription_lag_events well 0',
      'subscription_lag_seconds behind 0.5',
      'subscription_lag_seconds stands 90',
      'subscription_lag_seconds well 0',
    ]);
  });

  it('has no events where the store is away, and goes on having seconds', async () => {
    measureLag({ registry, looks }, store, [follower('stands', 90_000)]);
    jest.spyOn(store, 'readAll').mockImplementation(() => {
      throw new EventStoreUnavailable('it is away');
    });
    const exposition = await told();
    expect(exposition.value('subscription_lag_seconds')).toBe(90);
    expect(exposition.value('subscription_lag_events')).toBeUndefined();
    expect(exposition.types.get('subscription_lag_events')).toBe('gauge');
    // It is told beside the look, so the next answer has it for certain.
    expect((await told()).value('metrics_failures_total', { source: 'lag' })).toBeGreaterThan(0);
  });
});
