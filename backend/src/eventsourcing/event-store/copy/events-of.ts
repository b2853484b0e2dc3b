import type { EventStore, Position, UntrustedEvent } from '../event-store.js';

/** Yields all events after a position in streams with these prefixes, one by one, in the log's order. */
export async function* eventsOf(
  store: EventStore,
  streamPrefixes: readonly string[],
  after?: Position,
): AsyncGenerator<UntrustedEvent, undefined> {
  for await (const { events } of store.readAll({ after, streamPrefixes })) yield* events;
  return undefined;
}
