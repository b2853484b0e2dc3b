import { ownMember } from '@siegel/contracts/own-members';
import type { Pool, PoolClient } from 'pg';
import { beginReplacing, checkValueOf, retireMasterKey, VARIABLES } from './check-values.js';
import { KILLED_COUNT_ON, type LiveBackend, liveBackends, describeBackends } from './live-backends.js';
import { masterKeyId } from './master-keyring.js';
import { decrypt, encrypt, keyBinding } from './sealing.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { transaction } from '../platform/postgres/pool.js';

export interface RotationParts {
  readonly pool: Pool;
  /** The previous master key, 32 bytes. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** Number of keys that one statement rewraps; 500 by default. */
  readonly batchSize?: number;
  /** Called after each batch with the number of keys that were rewrapped so far. */
  readonly onProgress?: (rewrapped: number) => void;
}

interface WrappedRow {
  subject: string;
  key_id: string;
  wrapped: Buffer;
}

/**
 * Some backends do not use the new master key yet. Such a backend would wrap new data keys with the old
 * master key. These data keys would be lost with the old master key. A backend that does not know the new
 * master key could also not read rewrapped data keys.
 */
class MasterKeyNotEverywhere extends OperatorError {
  constructor(backends: readonly LiveBackend[]) {
    super(
      `${describeBackends(backends)} and ${backends.length === 1 ? 'does' : 'do'} not use this MASTER_KEY yet. ` +
        'Start every backend with this MASTER_KEY and with MASTER_KEY_OLD, then run this command again. Until then the old key is needed. ' +
        KILLED_COUNT_ON,
    );
  }
}

/**
 * Wraps every data key with the new master key. Data sealed by the data keys stays as it is. The rotation can
 * be stopped and run again at any time. The system may serve during the rotation, provided that all backends
 * use the new key and know the old key. After the rotation, restart all backends with the new key alone
 * (rule:rotation-waits-for-all).
 * @returns how many keys were rewrapped
 * @throws SecretMismatch if `from` is not a master key of this database
 * @throws MasterKeyNotEverywhere if a live backend does not use `to`
 */
export async function rotateMasterKey({
  pool,
  from,
  to,
  batchSize = 500,
  onProgress,
}: RotationParts): Promise<number> {
  if (from.equals(to))
    throw new OperatorError('MASTER_KEY and MASTER_KEY_OLD are the same: set MASTER_KEY to a new key.');
  await transaction(pool, async (client) => {
    await beginReplacing(client, from, to);
    await requireEverywhere(client, to);
  });
  const rewrapped = await rewrapAll({ pool, from, to, batchSize }, onProgress);
  await transaction(pool, async (client) => {
    await retireMasterKey(client, from);
    await requireEverywhere(client, to);
  });
  return rewrapped;
}

/**
 * Rejects unless every live backend uses `to`. Must run in a transaction that prevents other processes from
 * starting.
 * @throws MasterKeyNotEverywhere
 */
async function requireEverywhere(client: PoolClient, to: Buffer): Promise<void> {
  const wanted = checkValueOf('master', to);
  const others = (await liveBackends(client)).filter(
    ({ known }) => ownMember(known, VARIABLES.master)?.[0] !== wanted,
  );
  if (others.length > 0) throw new MasterKeyNotEverywhere(others);
}

/**
 * Rewraps all data keys in one pass over the table. The pass finds all of them, because no backend wraps keys
 * with the old master key any more.
 */
async function rewrapAll(
  parts: Required<Omit<RotationParts, 'onProgress'>>,
  onProgress: RotationParts['onProgress'],
): Promise<number> {
  const { pool, from, batchSize } = parts;
  let rewrapped = 0;
  for (let after = ''; ; ) {
    const { rows } = await pool.query<WrappedRow>(
      `SELECT subject, key_id, wrapped FROM vault_keys
       WHERE subject > $1 AND master_key_id = $2 ORDER BY subject LIMIT $3`,
      [after, masterKeyId(from), batchSize],
    );
    const last = rows.at(-1);
    if (last === undefined) return rewrapped;
    after = last.subject;
    rewrapped += await rewrap(parts, rows);
    onProgress?.(rewrapped);
  }
}

/**
 * Rewraps the keys of these rows. If a key was destroyed after its row was read, the row no longer names a
 * master key. The update then skips the row, so the key stays destroyed.
 */
async function rewrap(
  { pool, from, to }: Pick<RotationParts, 'pool' | 'from' | 'to'>,
  rows: readonly WrappedRow[],
): Promise<number> {
  const wrapped = rows.map((row) => {
    const binding = keyBinding(row.subject, row.key_id);
    const key = decrypt(from, row.wrapped, binding);
    try {
      return encrypt(to, key, binding);
    } finally {
      key.fill(0);
    }
  });
  const { rowCount } = await pool.query(
    `UPDATE vault_keys k SET wrapped = n.wrapped, master_key_id = $4
     FROM unnest($1::text[], $2::uuid[], $3::bytea[]) AS n(subject, key_id, wrapped)
     WHERE k.subject = n.subject AND k.key_id = n.key_id AND k.master_key_id = $5`,
    [
      rows.map((row) => row.subject),
      rows.map((row) => row.key_id),
      wrapped,
      masterKeyId(to),
      masterKeyId(from),
    ],
  );
  return rowCount ?? 0;
}
