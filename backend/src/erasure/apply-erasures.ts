import type { Pool } from 'pg';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { EventStore, Position } from '../platform/event-store/event-store.js';
import type { KeyEraser } from './erase-key.js';

const CHECKPOINT = 'applied-erasures';
const ERASED = /^NdaErased\.v\d+$/;

/**
 * Applies each recorded erasure again before anything is served: a database that was put back to an older state may hold keys that had been
 * destroyed (decisions 18). Looks at what came since its last run, which that older state has forgotten too. @returns how many were applied
 */
export async function applyErasures(pool: Pool, store: EventStore, eraser: KeyEraser): Promise<number> {
  const { rows } = await pool.query<{ position: string | null }>('SELECT position FROM checkpoints WHERE name = $1', [CHECKPOINT]);
  const after = (rows[0]?.position ?? undefined) as Position | undefined;
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
  if (position !== undefined) await remember(pool, await store.storeId(), position);
  return applied;
}

const remember = (pool: Pool, storeId: string, position: Position): Promise<unknown> =>
  pool.query(
    `INSERT INTO checkpoints AS c (name, version, store_id, position, epoch, updated_at) VALUES ($1, 1, $2, $3, 0, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = excluded.updated_at`,
    [CHECKPOINT, storeId, position],
  );
