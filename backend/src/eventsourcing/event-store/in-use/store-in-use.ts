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

/** The row, locked against whoever else would change it; the first of all makes it. */
async function locked(client: PoolClient): Promise<InUse | undefined> {
  await client.query('LOCK TABLE store_in_use IN SHARE ROW EXCLUSIVE MODE');
  return read(client);
}

/** Changes with everything that takes the right to write from those who have it; undefined before the first start. */
export const epochInUse = async (pool: Pick<Pool, 'query'>): Promise<number | undefined> =>
  (await read(pool))?.epoch;

/** The store to which the backends of this database write, and whether it is being left; undefined before the first start. */
export const storeInUse = (
  pool: Pick<Pool, 'query'>,
): Promise<Pick<InUse, 'storeId' | 'moving'> | undefined> => read(pool);

/**
 * A backend, or a command of the operator, is going to write to this store. A move that was broken off, or is
 * under way, ends with that.
 * @param settings `whatever`: this is the store from now on, whichever it was
 * @returns the epoch under which it may write
 * @throws EventStoreMoved
 */
export async function useStore(
  pool: Pool,
  storeId: string,
  { whatever = false }: { readonly whatever?: boolean } = {},
): Promise<number> {
  const known = await read(pool);
  if (known?.storeId === storeId && !known.moving) return known.epoch;
  return transaction(pool, async (client) => {
    const found = await locked(client);
    if (found !== undefined && found.storeId !== storeId && !whatever) throw new EventStoreMoved();
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
  /** Whether the source refuses by itself; otherwise each process does, when it next looks at the epoch. */
  readonly closed: boolean;
}

/**
 * From now on nobody writes to the store whose log is copied.
 * @returns undefined where `to` is in use already: an earlier run came to its end
 * @throws CopyRefused where a third store is in use
 */
export function beginMove(pool: Pool, from: string, to: string): Promise<Move | undefined> {
  return transaction(pool, async (client) => {
    const found = await locked(client);
    if (found?.storeId === to) return undefined;
    if (found !== undefined && found.storeId !== from)
      throw new CopyRefused('The backends of this database write to neither of the two stores.');
    const epoch = (found?.epoch ?? 0) + 1;
    await write(client, { storeId: from, epoch, moving: true });
    await reopenLog(client, to);
    return { epoch, closed: await closeLog(client, from) };
  });
}

/** Within the transaction that moves the checkpoints. @throws CopyRefused where the move was ended meanwhile */
export async function endMove(client: PoolClient, { epoch }: Move, to: string): Promise<void> {
  const found = await locked(client);
  if (found?.epoch !== epoch)
    throw new CopyRefused(
      'A backend was started on the source meanwhile: stop every backend, and run this again.',
    );
  await write(client, { storeId: to, epoch: epoch + 1, moving: false });
}
