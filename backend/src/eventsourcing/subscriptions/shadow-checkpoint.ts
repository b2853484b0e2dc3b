import type { PoolClient } from 'pg';
import type { Checkpoint } from './checkpoints.js';

/**
 * Sets the checkpoint of a rebuild to the beginning of this store's log. The caller must already have claimed
 * the checkpoint.
 */
export async function restartCheckpoint(
  client: PoolClient,
  { name, version, storeId }: Pick<Checkpoint, 'name' | 'version' | 'storeId'>,
): Promise<void> {
  await client.query('UPDATE checkpoints SET position = NULL, version = $2, store_id = $3 WHERE name = $1', [
    name,
    version,
    storeId,
  ]);
}

/** The position of a checkpoint, with the id of the store to which the position belongs. */
interface Place {
  readonly store_id: string;
  readonly position: string | null;
}

/**
 * Removes the checkpoint of a rebuild and returns its position. Returns undefined if the checkpoint no longer
 * has this epoch.
 */
export async function takeCheckpoint(
  client: PoolClient,
  name: string,
  epoch: number,
): Promise<Place | undefined> {
  const { rows } = await client.query<Place>(
    'DELETE FROM checkpoints WHERE name = $1 AND epoch = $2 RETURNING store_id, position',
    [name, epoch],
  );
  return rows[0];
}

/**
 * Moves the checkpoint of the table in use to the position that the rebuild has reached. The checkpoint's
 * epoch never decreases.
 */
export async function replaceCheckpoint(
  client: PoolClient,
  { name, version, epoch }: Pick<Checkpoint, 'name' | 'version' | 'epoch'>,
  place: Place,
): Promise<void> {
  await client.query(
    `INSERT INTO checkpoints AS c (name, version, store_id, position, epoch, updated_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET version = excluded.version, store_id = excluded.store_id, position = excluded.position,
       epoch = greatest(c.epoch, excluded.epoch), updated_at = excluded.updated_at`,
    [name, version, place.store_id, place.position, epoch],
  );
}
