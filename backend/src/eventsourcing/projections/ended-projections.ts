import type { PoolClient } from 'pg';
import { removeCheckpoints } from '../subscriptions/checkpoints.js';
import { areLongFree } from '../subscriptions/leases/lease-table.js';
import { projectionLease } from './projection.js';

/**
 * Removes the checkpoints and tombstones of projections that this version no longer has. A backend of an
 * older version then fills their tables from the first event. Call it in the transaction that empties these
 * tables.
 * @returns false, without changing anything, if a backend has led one of them within the last hour
 */
export async function forgetEnded(client: PoolClient, names: readonly string[]): Promise<boolean> {
  if (!(await areLongFree(client, names.map(projectionLease)))) return false;
  await removeCheckpoints(client, names);
  await client.query('DELETE FROM projection_tombstones WHERE projection = ANY($1)', [names]);
  return true;
}
