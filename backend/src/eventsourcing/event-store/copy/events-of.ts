import type { EventStore, Position, UntrustedEvent } from '../event-store.js';

/** Type of the record by which a server says that a stream was deleted for good. The record is no event of ours. */
const TOMBSTONE = '$streamDeleted';

/**
 * Yields all events after a position in streams with these prefixes, one by one, in the log's order.
 * @param onTombstone called for each stream that was deleted for good
 */
export async function* eventsOf(
  store: EventStore,
  streamPrefixes: readonly string[],
  after?: Position,
  onTombstone?: (stream: string) => void,
): AsyncGenerator<UntrustedEvent, undefined> {
  for await (const { events } of store.readAll({ after, streamPrefixes }))
    for (const event of events)
      if (event.type === TOMBSTONE) onTombstone?.(event.stream);
      else yield event;
  return undefined;
}
