import { performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CallsInFlight } from './calls-in-flight.js';
import {
  type AppendResult,
  type EventBytes,
  type EventStore,
  type ExpectedRevision,
  WrongExpectedRevision,
} from './event-store.js';

/** Name of the store in the metrics. */
export type StoreName = 'postgresql' | 'eventstoredb';

/** Bounds in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const OPERATIONS = ['append', 'read'] as const;

/** Returns the function to call whenever a lost connection to the store is restored. */
export function countReconnects(registry: Registry, store: StoreName): () => void {
  const reconnects = new Counter({
    name: 'event_store_reconnects_total',
    help: 'Connections and subscriptions that were lost and restored.',
    labelNames: ['store'] as const,
    registers: [registry],
  });
  reconnects.inc({ store }, 0);
  return () => reconnects.inc({ store });
}

function countersOf(registry: Registry, store: StoreName) {
  const counter = (name: string, help: string): (() => void) & { by(count: number): void } => {
    const made = new Counter({ name, help, labelNames: ['store'] as const, registers: [registry] });
    made.inc({ store }, 0);
    return Object.assign(() => made.inc({ store }), { by: (count: number) => made.inc({ store }, count) });
  };
  return {
    appended: counter('event_store_appended_events_total', 'Events appended.'),
    conflict: counter('event_store_conflicts_total', 'Appends refused because somebody was faster.'),
    fault: counter(
      'event_store_subscription_faults_total',
      'Faults that a subscription survived: a lost connection, a batch delivered again.',
    ),
  };
}

function durationsOf(registry: Registry, store: StoreName) {
  const duration = (name: string, help: string): ((ms: number) => void) => {
    const labelNames = ['store'] as const;
    const made = new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [registry] });
    made.zero({ store });
    return (ms) => made.observe({ store }, ms / 1000);
  };
  return {
    append: duration('event_store_append_duration_seconds', 'Time to append.'),
    read: duration('event_store_read_duration_seconds', 'Time to read a stream.'),
  };
}

function metersOf(registry: Registry, store: StoreName) {
  const registers = [registry];
  const failures = new Counter({
    name: 'event_store_failures_total',
    help: 'Failed calls of the event store: appends that failed or whose outcome is unknown (operation="append"), and reads of a stream, with which each command begins (operation="read").',
    labelNames: ['store', 'operation'] as const,
    registers,
  });
  for (const operation of OPERATIONS) failures.inc({ store, operation }, 0);
  const underWay = { append: new CallsInFlight(), read: new CallsInFlight() };
  const pending = new Gauge({
    name: 'event_store_oldest_pending_seconds',
    help: 'How long the oldest append, and the oldest reading of a stream, has waited for its answer.',
    labelNames: ['store', 'operation'] as const,
    registers,
    collect: () => {
      for (const operation of OPERATIONS)
        pending.set({ store, operation }, underWay[operation].oldestSeconds());
    },
  });
  const durations = durationsOf(registry, store);
  /** @throws the error that `call` throws */
  const measured = async <Result>(
    operation: (typeof OPERATIONS)[number],
    call: () => Promise<Result>,
  ): Promise<Result> => {
    const began = performance.now();
    const answered = underWay[operation].begin(began);
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) failures.inc({ store, operation });
      throw error;
    } finally {
      answered();
      durations[operation](performance.now() - began);
    }
  };
  return { ...countersOf(registry, store), measured };
}

/**
 * Measures any adapter. Counts appended events, conflicts, failed calls, and the faults that subscriptions
 * survived. Also measures how long calls take, and how long the oldest call has been waiting.
 */
export function meteredEventStore(store: EventStore, registry: Registry, name: StoreName): EventStore {
  const { appended, conflict, fault, measured } = metersOf(registry, name);
  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> => {
    try {
      const result = await measured('append', () => store.append(stream, expected, events));
      if (!result.repeated) appended.by(events.length);
      return result;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) conflict();
      throw error;
    }
  };
  return {
    append,
    storeId: () => store.storeId(),
    readStream: (stream, options) => measured('read', () => store.readStream(stream, options)),
    ends: (streams) => measured('read', () => store.ends(streams)),
    readAll: (options) => store.readAll(options),
    newest: (options) => store.newest(options),
    misplaced: (options) => store.misplaced(options),
    subscribe: (options) =>
      store.subscribe({
        ...options,
        onFault: (error) => {
          fault();
          options.onFault?.(error);
        },
      }),
    head: () => store.head(),
    holds: (position) => store.holds(position),
    isBefore: (one, other) => store.isBefore(one, other),
    check: () => store.check(),
    ...(store.showHidden && { showHidden: store.showHidden.bind(store) }),
    close: () => store.close(),
  };
}
