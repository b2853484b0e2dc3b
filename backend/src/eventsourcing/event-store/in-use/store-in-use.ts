import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../../platform/postgres/pool.js';
import { CopyRefused } from '../copy/copy-events.js';
import { EventStoreMoved } from '../event-store.js';
import { closeLog, reopenLog } from '../postgres/closed-log.js';

interface InUse {
  readonly storeId: string;
  readonly epoch: number;
  readonly moving: boolean;
}

async function read(client: Pick<Pool, 'query'>, lock: '' | 'FOR UPDATE' = ''): Promise<InUse | undefined> {
  const { rows } = await client.query<{ store_id: string; epoch: string; moving: boolean }>(
    `SELECT store_id, epoch, moving FROM store_in_use ${lock}`,
  );
  const [row] = rows;
  return row && { storeId: row.store_id, epoch: Number(row.epoch), moving: row.moving };
}

async function write(client: PoolClient, { storeId, epoch, moving }: InUse): Promise<void> {
  await client.query(
    `INSERT INTO store_in_use (store_id, epoch, moving) VALUES ($1, $2, $3)
     ON CONFLICT (single) DO UPDATE SET store_id = excluded.store_id, epoch = excluded.epoch, moving = excluded.moving`,
    [storeId, epoch, moving],
  );
}

/**
 * Locks the table against other writers and reads the row. Locking the row would not be enough, because it
 * does not exist before the first start. If two backends start at once, only one of them may insert it.
 */
async function locked(client: PoolClient): Promise<InUse | undefined> {
  await client.query('LOCK TABLE store_in_use IN SHARE ROW EXCLUSIVE MODE');
  return read(client);
}

/**
 * Returns the epoch of the store in use, or undefined before the first start. The epoch is increased whenever
 * the current writers lose the right to write.
 */
export const epochInUse = async (pool: Pick<Pool, 'query'>): Promise<number | undefined> =>
  (await read(pool))?.epoch;

/**
 * Returns the store to which the backends of this database write, and whether its log is being moved to
 * another store. Undefined before the first start.
 */
export const storeInUse = (
  pool: Pick<Pool, 'query'>,
): Promise<Pick<InUse, 'storeId' | 'moving'> | undefined> => read(pool);

/**
 * Registers that a backend or an operator's command is going to write to this store. This ends a move that is
 * under way or was interrupted.
 * @param settings `force`: makes this the store in use, even if another store is in use
 * @returns the epoch under which the caller may write
 * @throws EventStoreMoved
 */
export async function useStore(
  pool: Pool,
  storeId: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<number> {
  const known = await read(pool);
  if (known?.storeId === storeId && !known.moving) return known.epoch;
  return transaction(pool, async (client) => {
    const found = await locked(client);
    if (found !== undefined && found.storeId !== storeId && !force) throw new EventStoreMoved();
    const isMine = found?.storeId === storeId && !found.moving;
    if (isMine) return found.epoch;
    const epoch = (found?.epoch ?? 0) + 1;
    await write(client, { storeId, epoch, moving: false });
    await reopenLog(client, storeId);
    return epoch;
  });
}

export interface Move {
  readonly epoch: number;
  /**
   * True if the source store itself refuses appends. Otherwise each process stops writing when it next reads
   * the epoch.
   */
  readonly closed: boolean;
}

/**
 * Ends all writing to the store whose log is to be copied.
 * @returns undefined if `to` is in use already, because an earlier run has completed the move
 * @throws CopyRefused if a third store is in use
 */
export function beginMove(pool: Pool, from: string, to: string): Promise<Move | undefined> {
  return transaction(pool, async (client) => {
    const found = await locked(client);
    if (found?.storeId === to) return undefined;
    if (found !== undefined && found.storeId !== from)
      throw new CopyRefused(
        'The backends of this database write to neither of the two stores. Check --from and --to.',
      );
    const epoch = (found?.epoch ?? 0) + 1;
    await write(client, { storeId: from, epoch, moving: true });
    await reopenLog(client, to);
    return { epoch, closed: await closeLog(client, from) };
  });
}

/**
 * Ends a move, in the same transaction that moves the checkpoints.
 * @throws CopyRefused if something else has already ended the move
 */
export async function endMove(client: PoolClient, { epoch }: Move, to: string): Promise<void> {
  const found = await locked(client);
  if (found?.epoch !== epoch)
    throw new CopyRefused(
      'A backend was started on the source meanwhile. Stop every backend, then run this again.',
    );
  await write(client, { storeId: to, epoch: epoch + 1, moving: false });
}
