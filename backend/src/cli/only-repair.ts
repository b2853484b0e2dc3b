import type { Pool, PoolClient } from 'pg';
import { OperatorError } from '../platform/errors/operator-error.js';

/** Key of the lock that one repair holds. The number is arbitrary, and no other lock has it. */
export const REPAIR_LOCK = 7_316_002_018;

/** Thrown before a change if the connection with the lock was lost. Another repair may be under way. */
class RepairLockLost extends OperatorError {
  constructor(cause: unknown) {
    super(
      'The connection that keeps other repairs away was lost, so the command ended before its next change. Run it again with the same arguments.',
      { cause },
    );
  }
}

/** The right to repair, which the lock gives. */
export interface OnlyRepair {
  /** Call this before each change. @throws OperatorError if the lock was lost */
  require(): Promise<void>;
}

/**
 * Does work that changes the log while no other repair does. The lock belongs to a connection, and ends with it.
 * @throws OperatorError if another repair runs
 */
export async function asOnlyRepair<Result>(
  pool: Pool,
  work: (held: OnlyRepair) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const lock = new HeldLock(client);
  try {
    await lock.take();
    return await work(lock);
  } finally {
    await lock.release();
  }
}

class HeldLock implements OnlyRepair {
  private lost: unknown;
  private readonly onError = (error: Error): void => {
    this.lost = error;
  };

  constructor(private readonly client: PoolClient) {
    client.on('error', this.onError);
  }

  async take(): Promise<void> {
    const { rows } = await this.client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      REPAIR_LOCK,
    ]);
    if (rows[0]?.taken !== true)
      throw new OperatorError('Another siegel log:repair works on this database. Wait until it has ended.');
  }

  async require(): Promise<void> {
    // An answer shows that the connection, and with it the lock, is still there.
    if (this.lost === undefined) await this.client.query('SELECT').catch(this.onError);
    if (this.lost !== undefined) throw new RepairLockLost(this.lost);
  }

  /** Frees the lock. Ends a connection that does not answer, and with it the lock. */
  async release(): Promise<void> {
    const { client } = this;
    const isFree = await client.query('SELECT pg_advisory_unlock($1)', [REPAIR_LOCK]).then(
      () => true,
      () => false,
    );
    client.off('error', this.onError);
    client.release(!isFree || this.lost !== undefined);
  }
}
