import type { Pool } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { IS_HASH, type Leaf, leavesWith } from './leaves.js';
import { hashOf } from './verify-stream.js';

interface ForeignParts {
  readonly pool: Pool;
  readonly isOwnStream?: (stream: string) => boolean;
}

/**
 * Removes foreign events from a batch (rule:log-is-verified). A foreign event is in a stream of another
 * program. The name of that stream only begins like the names of our streams. A foreign event has no leaf,
 * and no code reads it as ours. Our own events cannot be hidden in this way, because an event that was moved
 * out of our streams still has its leaf. An event with a leaf therefore stays in the batch, even if its
 * stream is not ours, because somebody must have copied or moved it there.
 * @param leaves the leaves from the place of the first event onwards. Usually each leaf names the stream of
 * its event, and no query is needed
 * @returns the same list if all events stay
 */
export async function withoutForeign(
  { pool, isOwnStream = () => true }: ForeignParts,
  events: readonly UntrustedEvent[],
  leaves: readonly Leaf[],
): Promise<readonly UntrustedEvent[]> {
  if (events.every(({ stream }, at) => leaves[at]?.stream === stream)) return events;
  const others = events.filter(({ stream }) => !isOwnStream(stream));
  if (others.length === 0) return events;
  const hashes = others.flatMap((event) => hashOf(event) ?? []).filter((hash) => IS_HASH.test(hash));
  const met = new Set((await leavesWith(pool, hashes)).map(({ eventHash }) => eventHash));
  return events.filter((event) => isOwnStream(event.stream) || met.has(hashOf(event) ?? ''));
}
