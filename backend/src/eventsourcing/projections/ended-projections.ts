import type { PoolClient } from 'pg';
import { removeCheckpoints } from '../subscriptions/checkpoints.js';
import { areLongFree } from '../subscriptions/leases/lease-table.js';
import { projectionLease } from './projection.js';

/**
 * Removes the checkpoints and tombstones of projections that this version no longer has. If a backend of an
 * older version runs later, it fills the tables of these projections again, beginning with the first event.
 * Call this in the transaction that empties the tables.
 * @returns false, without changing anything, if a backend has led one of these projections within the last
 * hour
 */
export async function forgetEnded(client: PoolClient, names: readonly string[]): Promise<boolean> {
  if (!(await areLongFree(client, names.map(projectionLease)))) return false;
  await removeCheckpoints(client, names);
  await client.query('DELETE FROM projection_tombstones WHERE projection = ANY($1)', [names]);
  return true;
}
