import type { Pool } from 'pg';
import type { StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { IS_HASH, type Leaf, leavesWith } from './leaves.js';
import { hashOf } from './verify-stream.js';

interface ForeignParts {
  readonly pool: Pool;
  readonly isOwnStream?: (stream: string) => boolean;
}

/**
 * The events of a batch that are of the log. What another program wrote into a stream that only begins as ours do is
 * not (rule:log-is-verified): no leaf was made of it, nobody reads it as ours, and nothing of ours could stand there
 * unseen, since an event that was taken away from our streams still has its leaf. An event whose hash is a leaf stays,
 * wherever it stands: it was copied or moved there.
 * @param leaves from the first event's place on: as a rule each is of its event's stream, and nothing else is asked then
 * @returns the same list where all are
 */
export async function withoutForeign(
  { pool, isOwnStream = () => true }: ForeignParts,
  events: readonly StoredEvent[],
  leaves: readonly Leaf[],
): Promise<readonly StoredEvent[]> {
  if (events.every(({ stream }, at) => leaves[at]?.stream === stream)) return events;
  const others = events.filter(({ stream }) => !isOwnStream(stream));
  if (others.length === 0) return events;
  const hashes = others.flatMap((event) => hashOf(event) ?? []).filter((hash) => IS_HASH.test(hash));
  const met = new Set((await leavesWith(pool, hashes)).map(({ eventHash }) => eventHash));
  return events.filter((event) => isOwnStream(event.stream) || met.has(hashOf(event) ?? ''));
}
