import type { Pool } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import {
  claimCheckpoint,
  moveCheckpoint,
  rewindCheckpoint,
} from '../eventsourcing/subscriptions/checkpoints.js';
import { raiseLease } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { transaction } from '../platform/postgres/pool.js';
import type { CheckpointName } from './checkpoint-name.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { LeafWriter } from './leaf-writer.js';
import { leavesFrom } from './leaves.js';
import { type SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { mismatchedNodes, rootsCompleted } from './stored-tree.js';
import type { TreeTrust } from './tree-parts.js';
import { findForks, replaceNodes } from './truncate-tree.js';

/** Leaves or events per batch. */
const BATCH = 1000;

export interface SealingParts {
  readonly pool: Pool;
  /** The events that are to have leaves. The caller decides which events it believes. */
  readonly log: Pick<TrustedLog, 'readAll' | 'storeId'>;
  readonly tree: Pick<TreeTrust, 'seals'>;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream?: (stream: string) => boolean;
  readonly signal?: AbortSignal;
}

/** Thrown if the tree changed while a command worked on it, so a backend is running. */
export class TreeInUse extends OperatorError {
  constructor() {
    super('The tree over the log changed meanwhile. Stop all backends, and run the command again.');
  }
}

/** Thrown if leaves are missing, so that nobody can say which events the tree had. */
export class LeavesMissing extends OperatorError {
  constructor(place: number) {
    super(
      `The tree over the log has leaves, but none at place ${place}. Restore log_leaves from a backup, or make the tree anew (docs/operations.md).`,
    );
  }
}

/**
 * Brings the tree to the end of the log and seals it: corrects the nodes, adds a leaf for each event that has
 * none, and makes the MAC (rule:tree-is-sealed). For `siegel log:adopt`, while no backend runs. The tree of a
 * log from before APPEND_KEY has no MAC. The leaves that the tree has are taken as they are, so the caller has
 * to verify all of them afterwards. A run that was interrupted can be repeated.
 * @returns size and root of the tree
 * @throws LeavesMissing, TreeInUse, EventStoreUnavailable
 */
export async function sealTree(parts: SealingParts): Promise<CheckpointName> {
  const { pool, log, tree, streamPrefixes, signal } = parts;
  const epoch = await sealAsItIs(parts);
  const found = await tree.seals.fitting(pool);
  if (found === undefined) throw new TreeInUse();
  const writer = new LeafWriter(parts, found);
  const all = { after: undefined, streamPrefixes, batchSize: BATCH, withoutData: true };
  let [from, seen]: (Position | undefined)[] = [];
  for await (const { events, position } of log.readAll(all)) {
    signal?.throwIfAborted();
    const written = await writer.write(events, { name: CHECKPOINTER, from, to: position, epoch });
    if (written === 'lost') throw new TreeInUse();
    if (written !== 'nothing') from = position;
    seen = position;
  }
  const isMoved =
    seen === from ||
    seen === undefined ||
    (await moveCheckpoint(pool, { name: CHECKPOINTER, from, to: seen, epoch }));
  if (!isMoved) throw new TreeInUse();
  return { size: writer.edge.size, root: writer.edge.root().toString('hex') };
}

/**
 * Makes the MAC over the present leaves, and sets the checkpointer to the first event. @returns the epoch that
 * ended the term of the last checkpointer
 */
async function sealAsItIs({ pool, log, tree, signal }: SealingParts): Promise<number> {
  const edge = await correctedEdge(pool, signal);
  const storeId = await log.storeId();
  return transaction(pool, async (client) => {
    const epoch = await raiseLease(client, CHECKPOINTER);
    await claimCheckpoint(client, { name: CHECKPOINTER, version: 1, storeId, epoch });
    await rewindCheckpoint(client, { name: CHECKPOINTER, position: undefined, epoch });
    await client.query('DELETE FROM log_forks');
    await tree.seals.write(client, { edge, forks: await findForks(client) });
    return epoch;
  });
}

/** Computes the edge from all leaves, and corrects the nodes that differ. @throws LeavesMissing */
async function correctedEdge(pool: Pool, signal: AbortSignal | undefined): Promise<TreeEdge> {
  const edge = TreeEdge.empty();
  for (;;) {
    signal?.throwIfAborted();
    const from = edge.size;
    const page = await leavesFrom(pool, from, BATCH);
    const completed: SubtreeRoot[] = [];
    for (const [n, { place, eventHash }] of page.entries()) {
      if (place !== from + n) throw new LeavesMissing(from + n);
      edge.append(Buffer.from(eventHash, 'hex'), completed);
    }
    const wrong = mismatchedNodes(completed, await rootsCompleted(pool, { from, to: edge.size }));
    await transaction(pool, (client) => replaceNodes(client, wrong));
    if (page.length < BATCH) return edge;
  }
}
