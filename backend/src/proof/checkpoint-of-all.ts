import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { pause } from '../platform/async/pause.js';
import { CHECKPOINTER } from './checkpointer.js';
import { signCheckpoint, type SigningParts } from './sign-checkpoints.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';

const POLL_MS = 50;
/** Maximum number of milliseconds to wait until the newest event has its leaf. */
const MET_WITHIN_MS = 2000;

type Store = SigningParts['store'] & Pick<EventStore, 'head' | 'isBefore'>;

/**
 * Waits until the events that are now in the log have leaves, but at most `MET_WITHIN_MS`. Then returns a
 * checkpoint over all leaves, and signs a new checkpoint if necessary.
 * @throws TreeNotContinued, CheckpointNotOurs
 */
export async function checkpointOfAll(
  parts: SigningParts & { readonly store: Store },
): Promise<SignedCheckpoint> {
  await awaitLeaves(parts.pool, parts.store);
  return signCheckpoint(parts);
}

async function awaitLeaves(pool: Pool, store: Store): Promise<void> {
  const head = await store.head();
  const end = AbortSignal.timeout(MET_WITHIN_MS);
  while (head !== undefined && !end.aborted) {
    const position = (await readCheckpoint(pool, CHECKPOINTER))?.position;
    if (position !== undefined && !store.isBefore(position, head)) return;
    await pause(POLL_MS, end);
  }
}
