import type { Pool } from 'pg';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { transaction } from '../../platform/postgres/pool.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { type Checkpoint, claimCheckpoint } from '../subscriptions/checkpoints.js';
import { raiseLease, releaseLease } from '../subscriptions/leases/lease-table.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import { foldInChunks, isUsed } from './fold-batch.js';
import { type Projection, projectionLease } from './projection.js';
import { ProjectionWriter } from './projection-writer.js';
import { historyIn } from './row-verifier.js';
import { RowsChanged } from './rows-changed.js';
import type { StoredRow } from './stored-row.js';

export interface RemakeParts {
  readonly pool: Pool;
  readonly log: TrustedLog;
  readonly journal: Pick<Journal, 'decode'>;
}

/** A stream whose rows are rebuilt. */
export interface RemadeStream {
  readonly stream: string;
  /** Ids of events that the stream had and has no more. A row may have been made from one of them. */
  readonly gone: readonly string[];
}

/** Number of attempts if a backend takes over the projection, or changes one of the rows, meanwhile. */
const TRIES = 10;
/**
 * Milliseconds for which the first attempt holds the projection's lease; each further one holds it longer. No
 * backend projects meanwhile. The lease is given up as soon as the rows are written.
 */
const HELD_MS = 5_000;

/**
 * Rebuilds the rows of some streams from their events, while the service keeps running. Afterwards a row
 * contains nothing of an event that no longer counts. Raising the lease ends the term of the projection's
 * leader, so the leader forgets the rows that it remembers, and continues after the same checkpoint. The lease
 * is held until the rows are written. Otherwise the leader would take it again while the streams are read.
 * @throws OperatorError if a backend keeps interfering
 */
export async function remakeRows<Row extends object, E extends NewEvent>(
  parts: RemakeParts,
  projection: Projection<Row, E>,
  streams: readonly RemadeStream[],
): Promise<void> {
  const own = streams.filter(({ stream }) => stream.startsWith(projection.streamPrefix));
  if (own.length === 0) return;
  for (let tries = 1; tries <= TRIES; tries += 1)
    if (await remadeAll(parts, projection, own, tries * HELD_MS)) return;
  throw new OperatorError(
    `The rows of ${projection.name} could not be rebuilt, because a backend kept changing them. Run the command again, or siegel projections:rebuild ${projection.name}.`,
  );
}

async function remadeAll<Row extends object, E extends NewEvent>(
  parts: RemakeParts,
  projection: Projection<Row, E>,
  streams: readonly RemadeStream[],
  heldMs: number,
): Promise<boolean> {
  const { pool, log } = parts;
  const { name, version } = projection;
  const lease = projectionLease(name);
  const storeId = await log.storeId();
  const claimed = await transaction(pool, async (client) => {
    const epoch = await raiseLease(client, lease, heldMs);
    return { epoch, checkpoint: await claimCheckpoint(client, { name, version, storeId, epoch }) };
  });
  const { checkpoint } = claimed;
  try {
    if (checkpoint === undefined) return false;
    // Without a position nothing was folded yet. A table of another version is filled by a rebuild.
    if (checkpoint.position === undefined || checkpoint.version !== version) return true;
    return await write(parts, projection, streams, checkpoint);
  } finally {
    // If this fails, the lease expires by itself.
    await releaseLease(pool, lease, claimed.epoch).catch(() => undefined);
  }
}

async function write<Row extends object, E extends NewEvent>(
  parts: RemakeParts,
  projection: Projection<Row, E>,
  streams: readonly RemadeStream[],
  { name, position, epoch }: Checkpoint,
): Promise<boolean> {
  if (position === undefined) return true;
  const writer = new ProjectionWriter<Row, E>(parts.pool, projection, { history: historyIn<E>(parts) });
  const { events, ids } = await historyOf(parts, projection, streams);
  const stored = await writer.load([...ids]);
  const changed = await foldInChunks(projection, events, new Map<string, StoredRow<Row>>());
  const revisions = new Map(events.map((event) => [projection.id(event), event.revision]));
  for (const [id, { row }] of stored)
    if (row !== undefined && !changed.has(id))
      changed.set(id, { row: undefined, revision: revisions.get(id) ?? -1, deleted: true });
  if (changed.size === 0) return true;
  await writer.prepareCommit(changed, stored);
  try {
    return await writer.commit(changed, { name, from: position, to: position, epoch });
  } catch (error) {
    if (error instanceof RowsChanged) return false;
    throw error;
  }
}

/** Returns the events that count, and the ids of all rows that were made from these streams. */
async function historyOf<Row extends object, E extends NewEvent>(
  { log, journal }: RemakeParts,
  projection: Projection<Row, E>,
  streams: readonly RemadeStream[],
): Promise<{ readonly events: readonly Recorded<E>[]; readonly ids: ReadonlySet<string> }> {
  const used: Recorded<E>[] = [];
  const ids = new Set<string>();
  for (const { stream, gone } of streams) {
    const loaded = await log.load(stream);
    for (const stored of loaded.events) {
      const event = journal.decode<E>(stored);
      if (isUsed(projection, event)) used.push(event);
      ids.add(projection.id(event));
    }
    // The id of a row follows from the stream's name, or from the id of an event.
    for (const id of ['', ...gone]) ids.add(projection.id({ stream, id } as Recorded<E>));
    ids.delete('');
  }
  const { prepare } = projection;
  const events = prepare === undefined || used.length === 0 ? used : await prepare(used);
  return { events, ids };
}
