import { v7 } from 'uuid';
import type { EventBytes, EventStore } from '#src/eventsourcing/event-store/event-store';

/**
 * The events that the benches of event stores append: streams of 20 events of about 1 kB each, like events
 * with a small sealed part.
 */

export const STREAM_LENGTH = 20;

export const DATA = Buffer.from(
  JSON.stringify({
    open: { type: 'NdaCreated', at: '2026-11-21T03:18:52.000Z' },
    sealed: 'q7Zx'.repeat(240),
  }),
);
export const METADATA = Buffer.from(
  JSON.stringify({ actor: 'party1', commandId: v7(), correlationId: v7(), hash: 'ab'.repeat(32) }),
);
export const TYPE = 'Benched.v1';

export const newEvent = (): EventBytes => ({ id: v7(), type: TYPE, data: DATA, metadata: METADATA });

/** Returns a function that writes one stream after another, one event per call. */
export function writer(
  append: (stream: string, revision: number) => Promise<unknown>,
): () => Promise<unknown> {
  let [stream, revision] = ['', STREAM_LENGTH];
  return () => {
    if (revision >= STREAM_LENGTH) [stream, revision] = [`bench-${v7()}`, 0];
    return append(stream, revision++);
  };
}

export const portWriter = (store: EventStore): (() => Promise<unknown>) =>
  writer((stream, revision) =>
    store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [newEvent()]),
  );

/** Fills a store with this many events. */
export async function fill(store: EventStore, events: number): Promise<void> {
  const streams = events / STREAM_LENGTH;
  for (let at = 0; at < streams; at += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, streams - at) }, (_, n) =>
        store.append(`replay-${at + n}`, 'no-stream', Array.from({ length: STREAM_LENGTH }, newEvent)),
      ),
    );
}

/** Reads the whole log. @throws Error if the log does not have exactly `events` events */
export async function replayed(store: EventStore, events: number): Promise<number> {
  let count = 0;
  for await (const batch of store.readAll({ after: undefined })) count += batch.events.length;
  return assertCount(count, events);
}

export function assertCount(count: number, events: number): number {
  if (count !== events) throw new Error(`replayed ${count} events of ${events}`);
  return count;
}
