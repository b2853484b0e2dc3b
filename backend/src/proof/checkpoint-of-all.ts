import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { pause } from '../platform/async/pause.js';
import { CHECKPOINTER } from './checkpointer.js';

const LOOK_MS = 50;

/** Resolves when all that is in the log now has its leaf, at the latest after so many milliseconds. */
export async function awaitLeaves(
  pool: Pool,
  store: Pick<EventStore, 'head' | 'isBefore'>,
  withinMs: number,
): Promise<void> {
  const head = await store.head();
  const end = AbortSignal.timeout(withinMs);
  while (head !== undefined && !end.aborted) {
    const position = (await readCheckpoint(pool, CHECKPOINTER))?.position;
    if (position !== undefined && !store.isBefore(position, head)) return;
    await pause(LOOK_MS, end);
  }
}
