import { Counter, Histogram, type Registry } from 'prom-client';
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

/**
 * Counts what goes through any adapter: events appended, conflicts, failed appends, and faults that
 * subscriptions survived.
 */
export function meteredEventStore(store: EventStore, registry: Registry): EventStore {
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
    help: 'Appends that failed or whose outcome is unknown.',
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

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> => {
    const end = duration.startTimer();
    try {
      const result = await store.append(stream, expected, events);
      if (!result.repeated) appended.inc(events.length);
      return result;
    } catch (error) {
      (error instanceof WrongExpectedRevision ? conflicts : failures).inc();
      throw error;
    } finally {
      end();
    }
  };
  return {
    append,
    storeId: () => store.storeId(),
    readStream: (stream, options) => store.readStream(stream, options),
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
    check: () => store.check(),
    close: () => store.close(),
  };
}
