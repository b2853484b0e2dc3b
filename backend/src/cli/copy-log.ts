import type { Pool } from 'pg';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { copyEvents } from '../eventsourcing/event-store/copy/copy-events.js';
import { type Proof, proveEqual } from '../eventsourcing/event-store/copy/prove-equal.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { somebodyLeads } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { translateCheckpoints } from '../eventsourcing/subscriptions/translate-checkpoints.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { OperatorError } from '../platform/operator-error.js';

const PREFIXES = [NDA_STREAM_PREFIX, VOUCHER_STREAM_PREFIX];
const PROGRESS_MS = 1000;

export interface CopyLogParts {
  /** The database with the checkpoints. */
  readonly pool: Pool;
  readonly from: EventStore;
  readonly to: EventStore;
  readonly say: (line: string) => void;
}

/**
 * Copies the log, proves the copy equal, then moves every checkpoint to its place in the copy. May be run
 * again after an interruption: until the last step everything still uses the source.
 * @throws OperatorError while a backend runs; CopyRefused
 */
export async function copyLog({ pool, from, to, say }: CopyLogParts): Promise<Proof> {
  if (await somebodyLeads(pool))
    throw new OperatorError('A backend is running on this database. Stop every backend first.');
  const { events, alreadyThere } = await copyEvents({
    from,
    to,
    streamPrefixes: PREFIXES,
    onProgress: reportProgress(say),
  });
  say(`${events} events are in the target, ${alreadyThere} of them from an earlier run.`);
  const proof = await proveEqual(from, to, PREFIXES);
  say(
    `Both hold the same ${proof.events} events in ${proof.streams} streams, all hash chains intact. SHA-256 ${proof.digest}`,
  );
  say(`${await translateCheckpoints(pool, from, to, PREFIXES)} checkpoints now name the target.`);
  return proof;
}

/** Reports at most once a second. */
function reportProgress(say: (line: string) => void): (events: number) => void {
  let last = Date.now();
  return (events) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    say(`${events} events …`);
  };
}
