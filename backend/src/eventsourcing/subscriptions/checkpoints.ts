import type { Pool, PoolClient } from 'pg';
import type { EventStore, Position } from '../event-store/event-store.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { transaction } from '../../platform/postgres/pool.js';
import { raiseLease } from './leases/lease-table.js';

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly storeId: string;
  readonly position: Position | undefined;
  readonly epoch: number;
}

/** Suffix in the names of the tables and of the checkpoint that a running rebuild uses. */
export const SHADOW_SUFFIX = '__rebuild';

/**
 * Thrown if a checkpoint does not belong to the configured event store. The backend then does not start; the
 * message says what to do.
 */
export class CheckpointRefused extends OperatorError {
  constructor(
    readonly checkpoint: string,
    readonly reason: 'other store' | 'past the end',
  ) {
    super(`${explain(checkpoint, reason)}\n${reason === 'past the end' ? IF_DELETED : ''}${REMEDIES}`);
  }
}

function explain(checkpoint: string, reason: 'other store' | 'past the end'): string {
  return reason === 'other store'
    ? `The checkpoint '${checkpoint}' belongs to another event store than the configured one.`
    : `The checkpoint '${checkpoint}' lies past the end of the event store: the store was restored to an older state than the read models, or somebody deleted its newest events.`;
}

/** A rebuild would set the checkpoints back, and then nothing but the tree knows of the deleted events. */
const IF_DELETED =
  'If nobody restored it, run nothing else before siegel verify:log, which names the lost events, and put them back with siegel log:repair (docs/operations/repairing-a-stream.md).\n';

const REMEDIES = [
  'Set EVENT_STORE_URL to the event store that belongs to this database, or restore both from the same moment.',
  'If the event store is right, run `siegel projections:rebuild`. It rebuilds the read models from this event store and restarts the',
  'reactions. That is harmless: each job first checks what was already done.',
].join('\n');

interface CheckpointRow {
  name: string;
  version: number;
  store_id: string;
  position: string | null;
  epoch: string;
}

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  name: row.name,
  version: row.version,
  storeId: row.store_id,
  // The cast is safe, because this column contains only positions that a store has returned.
  position: (row.position ?? undefined) as Position | undefined,
  epoch: Number(row.epoch),
});

export async function readCheckpoints(pool: Pool | PoolClient): Promise<Checkpoint[]> {
  const { rows } = await pool.query<CheckpointRow>(
    'SELECT name, version, store_id, position, epoch FROM checkpoints ORDER BY name',
  );
  return rows.map(checkpointOf);
}

export async function readCheckpoint(pool: Pool | PoolClient, name: string): Promise<Checkpoint | undefined> {
  const { rows } = await pool.query<CheckpointRow>(
    'SELECT name, version, store_id, position, epoch FROM checkpoints WHERE name = $1',
    [name],
  );
  return rows[0] === undefined ? undefined : checkpointOf(rows[0]);
}

/** Runs single statements: a connection, or the runner of a migration. */
export interface StatementRunner {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Removes these checkpoints. Without its checkpoint, a projection or reaction begins again with the first
 * event.
 */
export async function removeCheckpoints(runner: StatementRunner, names: readonly string[]): Promise<void> {
  await runner.query('DELETE FROM checkpoints WHERE name = ANY($1)', [names]);
}

/**
 * Sets the epoch of the checkpoint, and creates the checkpoint if it does not exist. Returns undefined if the
 * checkpoint already has a later epoch, because this backend has then lost the lease.
 */
export async function claimCheckpoint(
  pool: Pool | PoolClient,
  claim: { name: string; version: number; storeId: string; epoch: number },
): Promise<Checkpoint | undefined> {
  const { rows } = await pool.query<CheckpointRow>(
    `INSERT INTO checkpoints AS c (name, version, store_id, position, epoch, updated_at) VALUES ($1, $2, $3, NULL, $4, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch WHERE c.epoch <= excluded.epoch
     RETURNING name, version, store_id, position, epoch`,
    [claim.name, claim.version, claim.storeId, claim.epoch],
  );
  return rows[0] === undefined ? undefined : checkpointOf(rows[0]);
}

/**
 * Sets the checkpoint back, so that the next leader continues after `position`. The new epoch ends the
 * current leader's term.
 * @param to if `position` is undefined, the next leader begins with the first event
 */
export async function rewindCheckpoint(
  client: Pool | PoolClient,
  to: { readonly name: string; readonly position: Position | undefined; readonly epoch: number },
): Promise<void> {
  await client.query(
    `UPDATE checkpoints SET position = $2, epoch = greatest(epoch, $3), updated_at = clock_timestamp() WHERE name = $1`,
    [to.name, to.position ?? null, to.epoch],
  );
}

type StoreIdentity = Pick<EventStore, 'storeId' | 'holds'>;

/**
 * @param options `lostEnd`: true if the log's newest events may be missing
 * @throws CheckpointRefused
 */
export async function assertCheckpoint(
  checkpoint: Checkpoint,
  store: StoreIdentity,
  { lostEnd = false } = {},
): Promise<void> {
  if (checkpoint.storeId !== (await store.storeId()))
    throw new CheckpointRefused(checkpoint.name, 'other store');
  if (!lostEnd && checkpoint.position !== undefined && !(await store.holds(checkpoint.position)))
    throw new CheckpointRefused(checkpoint.name, 'past the end');
}

/**
 * Verifies all checkpoints. Call this before the service answers any request. Checkpoints of unfinished
 * rebuilds are skipped, because a rebuild starts again from the beginning.
 * @param options as in `assertCheckpoint`
 * @throws CheckpointRefused if a checkpoint names another store or is past the store's end
 */
export async function verifyCheckpoints(
  pool: Pool,
  store: StoreIdentity,
  options: { readonly lostEnd?: boolean } = {},
): Promise<void> {
  for (const checkpoint of await servingCheckpoints(pool)) await assertCheckpoint(checkpoint, store, options);
}

const servingCheckpoints = async (pool: Pool): Promise<Checkpoint[]> =>
  (await readCheckpoints(pool)).filter(({ name }) => !name.endsWith(SHADOW_SUFFIX));

/** Returns the names of the checkpoints that `verifyCheckpoints` refuses. */
export async function refusedCheckpoints(pool: Pool, store: StoreIdentity): Promise<string[]> {
  const refused: string[] = [];
  for (const checkpoint of await servingCheckpoints(pool)) {
    try {
      await assertCheckpoint(checkpoint, store);
    } catch (error) {
      if (!(error instanceof CheckpointRefused)) throw error;
      refused.push(checkpoint.name);
    }
  }
  return refused;
}

/** Sets these checkpoints to the beginning of this store's log, and ends the terms of their leaders. */
export async function restartCheckpoints(
  pool: Pool,
  names: readonly string[],
  storeId: string,
): Promise<void> {
  await transaction(pool, async (client) => {
    for (const name of names) {
      const epoch = await raiseLease(client, name);
      await client.query(
        `UPDATE checkpoints SET position = NULL, store_id = $2, epoch = greatest(epoch, $3), updated_at = clock_timestamp()
         WHERE name = $1`,
        [name, storeId, epoch],
      );
    }
  });
}

/**
 * Sets the position of a checkpoint that no lease protects, and creates the checkpoint if it does not exist.
 * Backends call this while they start. Several backends may do so at the same time.
 */
export async function saveCheckpoint(
  pool: Pool,
  { name, storeId, position }: Pick<Checkpoint, 'name' | 'storeId' | 'position'>,
): Promise<void> {
  await pool.query(
    `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at) VALUES ($1, 1, $2, $3, 0, clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET store_id = excluded.store_id, position = excluded.position, updated_at = excluded.updated_at`,
    [name, storeId, position],
  );
}

/**
 * Condition under which a statement moves a checkpoint and does its other writes. The CTE `moved` has a row
 * if the position and the epoch are as expected, and otherwise no row.
 */
export interface Fence {
  readonly name: string;
  readonly from: Position | undefined;
  readonly to: Position;
  readonly epoch: number;
}

/**
 * Builds the CTE `moved`. Its parameters $1 to $4 come from `fenceValues`. All other writes of the statement
 * depend on `EXISTS (SELECT FROM moved)`.
 */
export const movedWhere = (condition = 'true'): string => `moved AS (
  UPDATE checkpoints SET position = $2, updated_at = clock_timestamp()
  WHERE name = $1 AND position IS NOT DISTINCT FROM $3 AND epoch = $4 AND ${condition} RETURNING 1)`;
export const MOVED = movedWhere();

/**
 * The final SELECT of a statement with the CTE `moved`. It also makes the commit return before the data are
 * on disk. If the database crashes and loses the written rows, it loses the move of the checkpoint as well.
 * The rows are then written again from the log.
 */
export const MOVED_RESULT = `SELECT (SELECT count(*)::int FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`;

export const fenceValues = (fence: Fence): [string, string, string | null, number] => [
  fence.name,
  fence.to,
  fence.from ?? null,
  fence.epoch,
];

/** Moves a checkpoint and writes nothing else. Returns false if the fence did not hold. */
export async function moveCheckpoint(pool: Pool, fence: Fence): Promise<boolean> {
  const { rows } = await pool.query<{ moved: number }>(`WITH ${MOVED} ${MOVED_RESULT}`, fenceValues(fence));
  return rows[0]?.moved === 1;
}
