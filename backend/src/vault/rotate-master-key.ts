import type { Pool } from 'pg';
import { checkValueOf, retireSecret, SecretMismatch } from './check-values.js';
import { masterKeyId } from './master-keyring.js';
import { decrypt, encrypt, keyBinding } from './sealing.js';
import { OperatorError } from '../platform/operator-error.js';

export interface RotationParts {
  readonly pool: Pool;
  /** The master key until now, 32 bytes. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** Keys rewrapped by one statement; 500 by default. */
  readonly batchSize?: number;
  /** Called after each batch with the number of keys done so far. */
  readonly onProgress?: (rewrapped: number) => void;
}

interface WrappedRow {
  subject: string;
  key_id: string;
  wrapped: Buffer;
}

/**
 * Wraps every data key with the new master key; what the data keys sealed stays as it is. May be stopped and
 * run again at any time, and runs beside a serving system whose backends all know both keys (the new as
 * current, the old as an older one); they are to be restarted with it alone afterwards.
 * @returns how many keys were rewrapped
 * @throws SecretMismatch when `from` is not a master key of this database
 */
export async function rotateMasterKey({
  pool,
  from,
  to,
  batchSize = 500,
  onProgress,
}: RotationParts): Promise<number> {
  if (from.equals(to)) throw new OperatorError('the new MASTER_KEY is the old one');
  await requireKnown(pool, from);
  let rewrapped = 0;
  // Backends may make keys with the old one until the last of them was restarted: look until a whole pass
  // finds none.
  for (let found = -1; found !== 0; ) {
    found = await pass({ pool, from, to, batchSize }, (count) => {
      rewrapped += count;
      onProgress?.(rewrapped);
    });
  }
  await retireSecret(pool, 'master', from, to);
  return rewrapped;
}

async function requireKnown(pool: Pool, from: Buffer): Promise<void> {
  const { rowCount } = await pool.query(
    "SELECT 1 FROM secret_checks WHERE name = 'master' AND check_value = $1",
    [checkValueOf('master', from)],
  );
  if (rowCount === 0) throw new SecretMismatch('MASTER_KEY');
}

async function pass(
  parts: Required<Omit<RotationParts, 'onProgress'>>,
  done: (count: number) => void,
): Promise<number> {
  const { pool, from, batchSize } = parts;
  let found = 0;
  for (let after = ''; ; ) {
    const { rows } = await pool.query<WrappedRow>(
      `SELECT subject, key_id, wrapped FROM vault_keys
       WHERE subject > $1 AND master_key_id = $2 ORDER BY subject LIMIT $3`,
      [after, masterKeyId(from), batchSize],
    );
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.subject;
    found += rows.length;
    done(await rewrap(parts, rows));
  }
}

/** A key that was destroyed meanwhile, and so names no master key any more, stays destroyed. */
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
