import type { EventStore, Position, StoredEvent } from '../event-store.js';

/** Yields all events of these streams after a position, one by one, in the log's order. */
export async function* eventsOf(
  store: EventStore,
  streamPrefixes: readonly string[],
  after?: Position,
): AsyncGenerator<StoredEvent, undefined> {
  for await (const { events } of store.readAll({ after, streamPrefixes })) yield* events;
  return undefined;
}
