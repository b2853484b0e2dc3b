import type { Pool } from 'pg';
import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { IS_HASH, type Leaf, leavesWith } from '../leaves.js';
import { hashOf } from '../verify-stream.js';

const BATCH = 1000;

export interface OwnEventsParts {
  readonly pool: Pool;
  /** Must read from the store, not from memory. */
  readonly store: Pick<StoredLog, 'readAll'>;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream: (stream: string) => boolean;
  readonly batchSize?: number | undefined;
}

/** An event of the log with the leaf of its hash. */
export interface Leafed {
  readonly event: UntrustedEvent;
  readonly leaf: Leaf | undefined;
}

/**
 * Yields the events of this service in log order, each with its leaf. Events of other programs are left out,
 * also an event of ours that somebody moved there: its leaf then has no event, which is reported.
 * @throws EventStoreUnavailable
 */
export async function* ownEvents({
  pool,
  store,
  streamPrefixes,
  isOwnStream,
  batchSize = BATCH,
}: OwnEventsParts): AsyncGenerator<readonly Leafed[]> {
  for await (const { events } of store.readAll({ after: undefined, streamPrefixes, batchSize })) {
    const own = events.filter(({ stream }) => isOwnStream(stream));
    const hashes = own.map((event) => hashOf(event) ?? '');
    const known = hashes.filter((hash) => IS_HASH.test(hash));
    const leaves = new Map((await leavesWith(pool, known)).map((leaf) => [leaf.eventHash, leaf]));
    yield own.map((event, n) => ({ event, leaf: leaves.get(hashes[n] as string) }));
  }
}
