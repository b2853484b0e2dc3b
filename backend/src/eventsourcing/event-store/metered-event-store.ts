import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CallsUnderWay } from './calls-under-way.js';
import {
  type AppendResult,
  type EventBytes,
  type EventStore,
  type ExpectedRevision,
  WrongExpectedRevision,
} from './event-store.js';

/** Seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Returns what to call when a lost connection to the store is restored. */
export function countReconnects(registry: Registry): () => void {
  const reconnects = new Counter({
    name: 'event_store_reconnects_total',
    help: 'Connections and subscriptions that were lost and restored.',
    registers: [registry],
  });
  return () => reconnects.inc();
}

function metersOf(registry: Registry) {
  const registers = [registry];
  const appended = new Counter({
    name: 'event_store_appended_events_total',
    help: 'Events appended.',
    registers,
  });
  const conflicts = new Counter({
    name: 'event_store_conflicts_total',
    help: 'Appends refused because somebody was faster.',
    registers,
  });
  const failures = new Counter({
    name: 'event_store_append_failures_total',
    help: 'What found no way into the log: appends that failed or whose outcome is unknown (at="append"), and streams that could not be read, as each command does before (at="read").',
    labelNames: ['at'] as const,
    registers,
  });
  const faults = new Counter({
    name: 'event_store_subscription_faults_total',
    help: 'Faults that a subscription survived: a lost connection, a batch given again.',
    registers,
  });
  const duration = new Histogram({
    name: 'event_store_append_duration_seconds',
    help: 'Time to append.',
    buckets: BUCKETS,
    registers,
  });

  const underWay = { append: new CallsUnderWay(), read: new CallsUnderWay() };
  const pending = new Gauge({
    name: 'event_store_oldest_pending_seconds',
    help: 'How long the oldest append, and the oldest reading of a stream, has waited for its answer.',
    labelNames: ['at'] as const,
    registers,
    collect: () => {
      for (const [at, calls] of Object.entries(underWay)) pending.set({ at }, calls.oldestSeconds());
    },
  });
  for (const at of Object.keys(underWay)) failures.inc({ at }, 0);
  return { appended, conflicts, failures, faults, duration, underWay };
}

/**
 * Counts what goes through any adapter and what does not: events appended, conflicts, calls that failed or
 * have no answer yet, and faults that subscriptions survived.
 */
export function meteredEventStore(store: EventStore, registry: Registry): EventStore {
  const { appended, conflicts, failures, faults, duration, underWay } = metersOf(registry);
  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> => {
    const end = duration.startTimer();
    try {
      const result = await underWay.append.track(() => store.append(stream, expected, events));
      if (!result.repeated) appended.inc(events.length);
      return result;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) conflicts.inc();
      else failures.inc({ at: 'append' });
      throw error;
    } finally {
      end();
    }
  };
  return {
    append,
    storeId: () => store.storeId(),
    readStream: async (stream, options) => {
      try {
        return await underWay.read.track(() => store.readStream(stream, options));
      } catch (error) {
        failures.inc({ at: 'read' });
        throw error;
      }
    },
    readAll: (options) => store.readAll(options),
    subscribe: (options) =>
      store.subscribe({
        ...options,
        onFault: (error) => {
          faults.inc();
          options.onFault?.(error);
        },
      }),
    head: () => store.head(),
    holds: (position) => store.holds(position),
    isBefore: (one, other) => store.isBefore(one, other),
    check: () => store.check(),
    close: () => store.close(),
  };
}
