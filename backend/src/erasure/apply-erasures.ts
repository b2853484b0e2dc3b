import type { Pool } from 'pg';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { EventStore, Position } from '../eventsourcing/event-store/event-store.js';
import { noteCheckpoint, readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import type { KeyEraser } from './erase-key.js';

const CHECKPOINT = 'applied-erasures';
const ERASED = /^NdaErased\.v\d+$/;

/**
 * Applies each recorded erasure again before anything is served: a database that was put back to an older
 * state may hold keys that had been destroyed (rule:erasures-survive-a-restore). Looks at what came since its
 * last run, which that older state has forgotten too.
 * @returns how many were applied
 */
export async function applyErasures(pool: Pool, store: EventStore, eraser: KeyEraser): Promise<number> {
  const after = (await readCheckpoint(pool, CHECKPOINT))?.position;
  let applied = 0;
  let position: Position | undefined;
  for await (const batch of store.readAll({ after, streamPrefixes: [NDA_STREAM_PREFIX] })) {
    for (const event of batch.events) {
      if (!ERASED.test(event.type)) continue;
      await eraser.erase(ndaIdOf(event.stream));
      applied += 1;
    }
    position = batch.position;
  }
  if (position !== undefined)
    await noteCheckpoint(pool, { name: CHECKPOINT, storeId: await store.storeId(), position });
  return applied;
}
