import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { leavesFrom, leavesWith } from './leaves.js';
import { positionOf } from './leaves-to-sign.js';
import { readEdge, TreeIncomplete, treeSize } from './stored-tree.js';
import { hashOf } from './verify-stream.js';

export interface GrowthParts {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readAll'>;
  readonly log: Pick<TrustedReader, 'among' | 'single'>;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream: (stream: string) => boolean;
}

/**
 * True if the stored tree becomes this tree once the leaves of the newest events are appended. A database that
 * was restored to an older state than the event store has such a tree, and nothing is lost: the checkpointer
 * appends the leaves after the start. Reads only the events of the leaves that the stored tree lacks.
 * @throws EventStoreUnavailable
 */
export async function growsInto(
  { pool, store, log, streamPrefixes, isOwnStream }: GrowthParts,
  { size, root }: { readonly size: number; readonly root: string },
): Promise<boolean> {
  const stored = await treeSize(pool);
  if (stored >= size) return false;
  const edge = await readEdge(pool, stored).catch((error: unknown) => {
    if (error instanceof TreeIncomplete) return undefined;
    throw error;
  });
  if (edge === undefined) return false;
  const [last] = stored === 0 ? [] : await leavesFrom(pool, stored - 1, 1);
  const after = await positionOf(log, last);
  if (stored > 0 && after === undefined) return false;
  for await (const { events } of store.readAll({ after, streamPrefixes })) {
    const own = (await log.among(events)).filter(({ stream }) => isOwnStream(stream));
    const known = await leavesWith(
      pool,
      own.flatMap((event) => hashOf(event) ?? []),
    );
    const hashes = new Set(known.map(({ eventHash }) => eventHash));
    for (const event of own) {
      const hash = hashOf(event) ?? '';
      if (hashes.has(hash)) continue;
      edge.append(Buffer.from(hash, 'hex'), []);
      if (edge.size === size) return edge.root().toString('hex') === root;
    }
  }
  return false;
}
