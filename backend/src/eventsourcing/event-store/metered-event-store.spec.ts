import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { type EventBytes, WrongExpectedRevision } from './event-store.js';
import { meteredEventStore } from './metered-event-store.js';

const event = (): EventBytes => ({
  id: randomUUID(),
  type: 'Noted.v1',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
});
const value = async (registry: Registry, name: string): Promise<number> =>
  (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? -1;

describe('the metered event store', () => {
  it('counts appended events, not repetitions, and conflicts apart from failures', async () => {
    const registry = new Registry();
    const store = meteredEventStore(new MemoryEventStore(), registry);
    const events = [event(), event()];
    await store.append('a', 'no-stream', events);
    await store.append('a', 'no-stream', events);
    await expect(store.append('a', 'no-stream', [event()])).rejects.toThrow(WrongExpectedRevision);
    expect(await value(registry, 'event_store_appended_events_total')).toBe(2);
    expect(await value(registry, 'event_store_conflicts_total')).toBe(1);
    expect(await value(registry, 'event_store_append_failures_total')).toBe(0);
  });
});
