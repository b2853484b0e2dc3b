import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../platform/clock.js';
import { notBefore } from '../eventsourcing/journal/event.js';
import { transaction } from '../platform/postgres/pool.js';
import { Unavailable } from '../platform/unavailable.js';
import type { Receipts } from '../vault/receipts.js';
import { nameOf } from './checkpoint-name.js';
import { rangeRoots, treeSize } from './stored-tree.js';

/** The root of the tree over the log, signed. `signature`: Ed25519, base64, over the canonical JSON of the rest. */
export interface SignedCheckpoint {
  /** Leaves. */
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

const COLUMNS = 'size, root, at, key_id, signature';
const checkpointOf = ({ size, root, at, key_id, signature }: CheckpointRow): SignedCheckpoint => ({
  size: Number(size),
  root: root.toString('hex'),
  at: at.toISOString(),
  keyId: key_id,
  signature: signature.toString('base64'),
});

/** Of more leaves than `after`, smallest first. */
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

/** Name of the newest one that does not cover this event, or null where there was none. @param eventHash hexadecimal */
export async function checkpointBefore(db: Pool | PoolClient, eventHash: string): Promise<string | null> {
  const { rows } = await db.query<CheckpointRow>({
    name: 'checkpoint-before',
    text: `SELECT ${COLUMNS} FROM log_checkpoints
     WHERE size <= coalesce((SELECT place FROM log_leaves WHERE event_hash = $1), 9223372036854775807)
     ORDER BY size DESC LIMIT 1`,
    values: [Buffer.from(eventHash, 'hex')],
  });
  return rows[0] === undefined ? null : nameOf(checkpointOf(rows[0]));
}

/** Name of the newest one that has no more leaves than each of these numbers, or null where there was none. */
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

/** The tree does not begin with what was signed last: signing it would prove a broken promise. */
export class TreeNotContinued extends Unavailable {
  constructor() {
    super(
      'The tree over the log does not continue the last checkpoint, so no other one is signed. `siegel verify:log` says what is broken.',
    );
  }
}

/** One signs at a time. */
const SIGNING_LOCK = 1_795_000_600;

export interface SigningParts {
  readonly pool: Pool;
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
  readonly clock: Clock;
}

/**
 * Signs the tree as it stands (rule:log-is-checkpointed); where it has not grown since the last time, that is the
 * answer. It is stored before anybody is told.
 * @throws TreeNotContinued
 */
export function signCheckpoint({ pool, receipts, clock }: SigningParts): Promise<SignedCheckpoint> {
  return transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_LOCK]);
    const before = await newestCheckpoint(client);
    const size = await treeSize(client);
    if (before !== undefined && before.size > size) throw new TreeNotContinued();
    const [root, then] = await rootsNowAndThen(client, size, before?.size ?? 0);
    if (before !== undefined && then !== before.root) throw new TreeNotContinued();
    if (before?.size === size) return before;
    const at = notBefore(clock.now().toISOString(), before?.at ?? null);
    const statement = { size, root, at, keyId: receipts.keyId };
    const signature = receipts.sign(statement);
    await client.query(`INSERT INTO log_checkpoints (${COLUMNS}) VALUES ($1, $2, $3, $4, $5)`, [
      size,
      Buffer.from(root, 'hex'),
      at,
      receipts.keyId,
      Buffer.from(signature, 'base64'),
    ]);
    return { ...statement, signature };
  });
}

/** Hexadecimal. */
async function rootsNowAndThen(client: PoolClient, now: number, then: number): Promise<[string, string]> {
  const roots = await rangeRoots(client, [
    { from: 0, to: now },
    { from: 0, to: then },
  ]);
  return roots.map((root) => root.toString('hex')) as [string, string];
}
