import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { until } from '../../platform/testing/until.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import {
  type EventBytes,
  type EventStore,
  EventStoreUnavailable,
  WrongExpectedRevision,
} from './event-store.js';
import { meteredEventStore } from './metered-event-store.js';

const event = (): EventBytes => ({
  id: randomUUID(),
  type: 'Noted.v1',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
});
const value = async (registry: Registry, name: string, operation?: string): Promise<number> => {
  const values = (await registry.getSingleMetric(name)?.get())?.values ?? [];
  return (
    values.find(({ labels }) => operation === undefined || labels['operation'] === operation)?.value ?? -1
  );
};
const FAILURES = 'event_store_failures_total';
const PENDING = 'event_store_oldest_pending_seconds';

describe('the metered event store', () => {
  it('counts appended events without repetitions, and conflicts separately from failures', async () => {
    const registry = new Registry();
    const store = meteredEventStore(new MemoryEventStore(), registry, 'postgresql');
    const events = [event(), event()];
    await store.append('a', 'no-stream', events);
    await store.append('a', 'no-stream', events);
    await expect(store.append('a', 'no-stream', [event()])).rejects.toThrow(WrongExpectedRevision);
    expect(await value(registry, 'event_store_appended_events_total')).toBe(2);
    expect(await value(registry, 'event_store_conflicts_total')).toBe(1);
    for (const at of ['append', 'read']) expect(await value(registry, FAILURES, at)).toBe(0);
  });

  it('reports the durations of appends and reads, by store', async () => {
    const registry = new Registry();
    const store = meteredEventStore(new MemoryEventStore(), registry, 'postgresql');
    await store.append('a', 'no-stream', [event()]);
    for (let time = 0; time < 2; time += 1) await store.readStream('a');
    const text = await registry.metrics();
    expect(text).toContain('event_store_append_duration_seconds_count{store="postgresql"} 1\n');
    expect(text).toContain('event_store_read_duration_seconds_count{store="postgresql"} 2\n');
  });

  it.each([
    ['append', (store: EventStore) => store.append('a', 'no-stream', [event()])],
    ['read', (store: EventStore) => store.readStream('a')],
  ])(
    'reports how long the oldest %s has been waiting for its answer, and counts it once it has failed',
    async (at, call) => {
      const registry = new Registry();
      let fail: (error: Error) => void = () => undefined;
      const hang = (): Promise<never> => new Promise((_, reject) => (fail = reject));
      const store = meteredEventStore(
        Object.assign(new MemoryEventStore(), { append: hang, readStream: hang }),
        registry,
        'eventstoredb',
      );
      expect(await value(registry, PENDING, at)).toBe(0);
      const called = call(store);
      await until(async () => (await value(registry, PENDING, at)) > 0.05);
      expect(await value(registry, FAILURES, at)).toBe(0);
      fail(new EventStoreUnavailable('it did not answer in time'));
      await expect(called).rejects.toThrow(EventStoreUnavailable);
      expect(await value(registry, PENDING, at)).toBe(0);
      expect(await value(registry, FAILURES, at)).toBe(1);
    },
  );
});
