import type { Pool } from 'pg';
import { copyEvents } from '../eventsourcing/event-store/copy/copy-events.js';
import { type Proof, proveEqual } from '../eventsourcing/event-store/copy/prove-equal.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { acceptUnmarked } from '../eventsourcing/event-store/postgres/marked-events.js';
import { beginMove, endMove } from '../eventsourcing/event-store/in-use/store-in-use.js';
import { WRITE_GRANT_MS } from '../eventsourcing/event-store/in-use/write-grant.js';
import { translateCheckpoints } from '../eventsourcing/subscriptions/translate-checkpoints.js';
import { STREAM_PREFIXES } from '../app/streams.js';
import { pause } from '../platform/async/pause.js';
import { requireNoBackend } from './no-backend.js';

const PROGRESS_MS = 1000;

export interface CopyLogParts {
  /** Connection pool for the database that holds the checkpoints. */
  readonly pool: Pool;
  readonly from: EventStore;
  readonly to: EventStore;
  readonly say: (line: string) => void;
}

/**
 * Copies the log, proves that the copy is equal, then moves every checkpoint to the corresponding position in
 * the copy. Once the copying has begun, no process can append to the source, not even a backend that
 * `requireNoBackend` did not detect (docs/decisions/0028-moving-the-log.md). After an interruption, `copyLog`
 * can be run again. Until the last step the move can be undone: a backend that is started on the source makes
 * the source the store in use again. A log in this database accepts events without a MAC until the next backend
 * starts, because the source may have events from before APPEND_KEY.
 * @throws OperatorError while a backend runs; CopyRefused
 */
export async function copyLog({ pool, from, to, say }: CopyLogParts): Promise<Proof> {
  await requireNoBackend(pool);
  const [source, target] = await Promise.all([from.storeId(), to.storeId()]);
  const move = await beginMove(pool, source, target);
  if (move?.closed === false) await pause(WRITE_GRANT_MS);
  await acceptUnmarked(pool);
  const { events, alreadyThere } = await copyEvents({
    from,
    to,
    streamPrefixes: STREAM_PREFIXES,
    onProgress: reportProgress(say),
    onTombstone: (stream) =>
      say(
        `${stream} was deleted for good in the source. The target gets its events, as far as the source has them, but not the deletion. Run siegel verify:log after the move.`,
      ),
  });
  say(`${events} events are in the target, ${alreadyThere} of them from an earlier run.`);
  const proof = await proveEqual(from, to, STREAM_PREFIXES);
  say(
    `Source and target hold the same ${proof.events} events in ${proof.streams} streams, all hash chains intact. SHA-256 ${proof.digest}`,
  );
  const moved = await translateCheckpoints(pool, from, to, STREAM_PREFIXES, async (client) => {
    if (move !== undefined) await endMove(client, move, target);
  });
  say(`${moved} places of read models and reactions in the log now refer to the target.`);
  return proof;
}

/** Returns a function that reports progress at most once a second. */
function reportProgress(say: (line: string) => void): (events: number) => void {
  let last = Date.now();
  return (events) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    say(`${events} events …`);
  };
}
