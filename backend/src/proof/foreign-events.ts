import type { Pool } from 'pg';
import type { StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { IS_HASH, type Leaf, leavesWith } from './leaves.js';
import { hashOf } from './verify-stream.js';

interface ForeignParts {
  readonly pool: Pool;
  readonly isOwnStream?: (stream: string) => boolean;
}

/**
 * Drops the events of a batch that do not belong to the log: those that another program wrote into a stream
 * whose name only begins like ours (rule:log-is-verified). They have no leaf, and no code reads them as ours.
 * None of our events can hide among them: an event that was taken from our streams still has its leaf. An
 * event whose hash is a leaf stays, in any stream: it was copied or moved there.
 * @param leaves from the first event's place on: usually each is of its event's stream, and nothing more is
 * read
 * @returns the same list if all events stay
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
