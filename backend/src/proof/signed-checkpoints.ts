import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { type Receipts, verifyStatement } from '../vault/receipts.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { nameOf } from './checkpoint-name.js';

/**
 * A signed root of the tree over the log. `signature` is an Ed25519 signature, in base64, over the canonical
 * JSON of the other members.
 */
export interface SignedCheckpoint {
  /** Number of leaves. */
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly keyId: string;
  readonly signature: string;
}

interface CheckpointRow {
  readonly size: string;
  readonly root: Buffer;
  readonly at: Date;
  readonly key_id: string;
  readonly signature: Buffer;
}

export const COLUMNS = 'size, root, at, key_id, signature';
const checkpointOf = ({ size, root, at, key_id, signature }: CheckpointRow): SignedCheckpoint => ({
  size: Number(size),
  root: root.toString('hex'),
  at: at.toISOString(),
  keyId: key_id,
  signature: signature.toString('base64'),
});

/**
 * Caches the results of signature checks, because several acts may check the same checkpoint with the same
 * key.
 */
const judged = new LRUCache<string, boolean>({ max: 1000 });

/** True if this key signed exactly this checkpoint. */
export function isSignedBy(checkpoint: SignedCheckpoint, key: PublicKeyRecord | undefined): boolean {
  if (key === undefined) return false;
  const { signature, ...statement } = checkpoint;
  const { size, root, at, keyId } = statement;
  const name = JSON.stringify([size, root, at, keyId, signature, key.publicKey]);
  const known = judged.get(name) ?? verifyStatement(statement, signature, key);
  judged.set(name, known);
  return known;
}

/** True if one of this service's keys signed the checkpoint (rule:own-keys-are-vouched). */
export const isSignedByUs = async (
  checkpoint: SignedCheckpoint,
  { ownKey }: Pick<Receipts, 'ownKey'>,
): Promise<boolean> => isSignedBy(checkpoint, await ownKey(checkpoint.keyId));

/** Returns the checkpoints that cover more than `after` leaves, smallest first. */
export async function checkpointsAfter(
  db: Pool | PoolClient,
  after: number,
  limit: number,
): Promise<SignedCheckpoint[]> {
  const { rows } = await db.query<CheckpointRow>(
    `SELECT ${COLUMNS} FROM log_checkpoints WHERE size > $1 ORDER BY size LIMIT $2`,
    [after, limit],
  );
  return rows.map(checkpointOf);
}

export async function newestCheckpoint(db: Pool | PoolClient): Promise<SignedCheckpoint | undefined> {
  const { rows } = await db.query<CheckpointRow>(
    `SELECT ${COLUMNS} FROM log_checkpoints ORDER BY size DESC LIMIT 1`,
  );
  return rows[0] && checkpointOf(rows[0]);
}

/** Number of rows that are read at once. Usually the first one is the newest of our checkpoints. */
const PAGE = 20;

/**
 * Returns the newest checkpoint over more than `after` leaves that one of our keys signed. Passes over rows that
 * somebody else wrote.
 */
export async function newestOwnCheckpoint(
  db: Pool | PoolClient,
  receipts: Pick<Receipts, 'ownKey'>,
  after = -1,
): Promise<SignedCheckpoint | undefined> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const { rows } = await db.query<CheckpointRow>(
      `SELECT ${COLUMNS} FROM log_checkpoints WHERE size > $1 AND size < $2 ORDER BY size DESC LIMIT ${PAGE}`,
      [after, below],
    );
    const page = rows.map(checkpointOf);
    for (const one of page) if (await isSignedByUs(one, receipts)) return one;
    if (page.length < PAGE) return undefined;
    below = page.at(-1)?.size ?? 0;
  }
}

/** Returns the newest checkpoint over more than `after` leaves that one of these keys signed. */
export const newestOf = (
  db: Pool | PoolClient,
  keys: readonly PublicKeyRecord[],
  after: number,
): Promise<SignedCheckpoint | undefined> =>
  newestOwnCheckpoint(db, { ownKey: async (id) => keys.find(({ keyId }) => keyId === id) }, after);

/**
 * Maximum number of rows in which to look for a checkpoint that one of our keys signed. The newest rows come
 * first.
 */
const PASSED_OVER = 20;

/**
 * Returns the name of the newest checkpoint that does not cover this event and was signed by one of our keys.
 * Returns null if there is no such checkpoint, because a receipt must never name a checkpoint that only a row
 * claims.
 * @param eventHash hexadecimal
 */
export async function checkpointBefore(
  db: Pool | PoolClient,
  eventHash: string,
  ownKey: Receipts['ownKey'],
): Promise<string | null> {
  const { rows } = await db.query<CheckpointRow>({
    name: 'checkpoint-before',
    text: `SELECT ${COLUMNS} FROM log_checkpoints
     WHERE size <= coalesce((SELECT place FROM log_leaves WHERE event_hash = $1), 9223372036854775807)
     ORDER BY size DESC LIMIT ${PASSED_OVER}`,
    values: [Buffer.from(eventHash, 'hex')],
  });
  for (const checkpoint of rows.map(checkpointOf))
    if (await isSignedByUs(checkpoint, { ownKey })) return nameOf(checkpoint);
  return null;
}

/**
 * Returns, for each number in `places`, the name of the newest checkpoint with at most that many leaves. The
 * name is null if there is no such checkpoint.
 */
export async function checkpointsBefore(
  db: Pool | PoolClient,
  places: readonly number[],
): Promise<(string | null)[]> {
  const { rows } = await db.query<{ size: string | null; root: Buffer | null }>({
    name: 'checkpoints-before',
    text: `SELECT before.size, before.root FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(place, n)
     LEFT JOIN LATERAL (
       SELECT size, root FROM log_checkpoints WHERE size <= wanted.place ORDER BY size DESC LIMIT 1
     ) AS before ON true ORDER BY wanted.n`,
    values: [places],
  });
  return rows.map(({ size, root }) =>
    size === null || root === null ? null : nameOf({ size: Number(size), root: root.toString('hex') }),
  );
}
