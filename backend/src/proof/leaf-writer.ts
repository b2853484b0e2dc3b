import type { Pool } from 'pg';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import { endsStream } from '../eventsourcing/trust/ended.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import {
  type Fence,
  fenceValues,
  MOVED_RESULT,
  movedWhere,
} from '../eventsourcing/subscriptions/checkpoints.js';
import type { ShownFork } from './forks.js';
import { IS_HASH, type Leaf, leavesAt, leavesWith } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { nodesToStore } from './stored-tree.js';
import type { TreeTrust } from './tree-parts.js';
import { type SealRow, type TreeHead, withForks } from './tree-seals.js';

export interface LeafWriterParts {
  readonly pool: Pool;
  readonly tree: Pick<TreeTrust, 'seals'>;
  readonly tampering: Tampering;
  /**
   * Returns true if the whole name of a stream has the form of our stream names. By default, returns true for
   * every stream.
   */
  readonly isOwnStream?: (stream: string) => boolean;
}

const HASH_BYTES = 32;
/** PostgreSQL's error code. */
export const UNIQUE_VIOLATION = '23505';

/** An event that needs a leaf. */
interface NewEvent {
  readonly event: StoredEvent;
  readonly hash: string;
  /** Hashes of the other events with a leaf of the same stream and revision. If there are any, the stream has a fork. */
  readonly rivals: readonly string[];
}

interface NewLeaves {
  /** Place of the first of these leaves. */
  readonly place: number;
  readonly events: readonly StoredEvent[];
  /** The events' hashes, concatenated. */
  readonly hashes: Buffer;
  /** The leaves' MACs, concatenated. */
  readonly macs: Buffer;
  /** Subtrees that these leaves complete. */
  readonly nodes: readonly SubtreeRoot[];
  readonly forks: readonly ShownFork[];
  /** The row of `log_tree` after these leaves. */
  readonly row: SealRow;
}

/** Appends leaves to a tree, beginning with a head that fits the stored tree. */
export class LeafWriter {
  private head: TreeHead;
  /** MAC of the stored head. Null if there is none yet. */
  private mac: string | null;

  constructor(
    private readonly parts: LeafWriterParts,
    { head, mac }: { readonly head: TreeHead; readonly mac: string | undefined },
  ) {
    this.head = head;
    this.mac = mac ?? null;
  }

  get edge(): TreeEdge {
    return this.head.edge;
  }

  /**
   * Writes the leaves of these events, the head with its MAC, and the position. A leaf that names a place
   * which has another leaf is written too, so that the receipt of its event can be proven, and is a fork.
   * - `lost`: the fence did not hold, or the head is not the one that this writer wrote; nothing was written
   * - `nothing`: all events have leaves already
   * @throws an error with the code UNIQUE_VIOLATION if the tree has rows that this writer does not know
   */
  async write(
    events: readonly StoredEvent[],
    fence: Fence,
  ): Promise<{ readonly forks: readonly ShownFork[] } | 'lost' | 'nothing'> {
    const found = await this.withoutLeaf(metIn(events, this.parts.isOwnStream));
    if (found.length === 0) return 'nothing';
    try {
      return await this.append(found, fence);
    } catch (error) {
      // Somebody may have renamed the leaf of an event, so that the leaf was not found at its place.
      const rest = await this.withoutHash(found, error);
      return rest.length === 0 ? 'nothing' : this.append(rest, fence);
    }
  }

  private async append(
    found: readonly NewEvent[],
    fence: Fence,
  ): Promise<{ readonly forks: readonly ShownFork[] } | 'lost'> {
    const edge = this.head.edge.copy();
    const place = edge.size;
    const hashes = Buffer.from(found.map(({ hash }) => hash).join(''), 'hex');
    const completed: SubtreeRoot[] = [];
    for (let at = 0; at < hashes.length; at += HASH_BYTES)
      edge.append(hashes.subarray(at, at + HASH_BYTES), completed);
    const forks = found.flatMap(({ rivals, hash, event: { stream, revision } }, n) =>
      rivals.length > 0 ? [{ place: place + n, stream, revision, hashes: [...rivals, hash] }] : [],
    );
    const head = { edge, forks: withForks(this.head.forks, forks) };
    const row = this.parts.tree.seals.rowOf(head);
    const events = found.map(({ event }) => event);
    const macs = Buffer.from(found.map((one, n) => this.macOf(one, place + n)).join(''), 'hex');
    const leaves = { place, events, hashes, macs, nodes: nodesToStore(completed), forks, row };
    if (!(await commitLeaves(this.parts.pool, leaves, fence, this.mac))) return 'lost';
    this.head = head;
    this.mac = row.mac;
    return { forks };
  }

  private macOf({ event: { stream, revision }, hash: eventHash }: NewEvent, place: number): string {
    return this.parts.tree.seals.leaves.macOf({ place, stream, revision, eventHash });
  }

  /**
   * Leaves out events that already have a leaf. Such events occur when the checkpointer reads the log again
   * from an earlier position.
   */
  private async withoutLeaf(met: ReadonlyMap<string, StoredEvent>): Promise<NewEvent[]> {
    if (met.size === 0) return [];
    const known = await leavesAt(this.parts.pool, [...met.values()]);
    const taken = new Map<string, string[]>();
    const found: NewEvent[] = [];
    for (const [hash, event] of met) {
      const place = `${event.stream}@${event.revision}`;
      const leaves = known.get(place) ?? [];
      const named = leaves.filter((leaf) => this.isNamed(leaf));
      if (leaves.some(({ eventHash }) => eventHash === hash)) continue;
      // The mark of an end is at the place of a lost event. It closes its stream by itself, so it is no fork.
      const before = taken.get(place) ?? [];
      const rivals = endsStream(event) ? [] : [...named.map(({ eventHash }) => eventHash), ...before];
      found.push({ event, hash, rivals });
      taken.set(place, [...before, hash]);
    }
    return found;
  }

  /** Reports a leaf that somebody renamed, by its place: nobody knows which stream it belongs to. */
  private isNamed(leaf: Leaf): boolean {
    const isNamed = this.parts.tree.seals.leaves.isNamed(leaf);
    if (!isNamed) this.parts.tampering.found('leaf_without_event', { place: leaf.place });
    return isNamed;
  }

  /** @throws the error if none of the events has a leaf, so that something else violates a constraint */
  private async withoutHash(found: readonly NewEvent[], error: unknown): Promise<NewEvent[]> {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    const known = await leavesWith(
      this.parts.pool,
      found.map(({ hash }) => hash),
    );
    if (known.length === 0) throw error;
    for (const leaf of known) this.isNamed(leaf);
    const hashes = new Set(known.map(({ eventHash }) => eventHash));
    return found.filter(({ hash }) => !hashes.has(hash));
  }
}

/**
 * Returns the events that need a leaf by their hashes, so that a repeated event occurs only once. Skips other
 * programs' events, which are in streams whose names only begin like ours. A verification skips these events
 * too.
 */
function metIn(
  events: readonly StoredEvent[],
  isOwnStream: LeafWriterParts['isOwnStream'],
): ReadonlyMap<string, StoredEvent> {
  const met = new Map<string, StoredEvent>();
  for (const event of events) {
    if (isOwnStream?.(event.stream) === false) continue;
    const hash = metadataOf(event)?.hash;
    if (hash !== undefined && IS_HASH.test(hash)) met.set(hash, event);
  }
  return met;
}

/** Inserts the forks. Left out of most statements, because a fork is rare. */
const FORKS = `forks AS (
       INSERT INTO log_forks (place, stream, revision)
       SELECT place, stream, revision
       FROM json_to_recordset($18::json) AS second(place bigint, stream text, revision integer)
       WHERE EXISTS (SELECT FROM moved)),`;

/**
 * Passes all hashes as one parameter, all MACs as another, all streams as one JSON parameter and all
 * revisions as another. If they were arrays, the database driver would write a thousand items one by one,
 * which would take most of the computing time of a batch.
 * @param mac MAC of the head that these leaves continue
 * @returns false if the fence did not hold, or if the head has another MAC. Nothing was written then
 */
async function commitLeaves(
  pool: Pool,
  { place, events, hashes, macs, nodes, forks, row }: NewLeaves,
  fence: Fence,
  mac: string | null,
): Promise<boolean> {
  const { rows } = await pool.query<{ moved: number }>({
    name: forks.length === 0 ? 'commit-leaves' : 'commit-forks',
    text: `WITH ${movedWhere('(SELECT mac FROM log_tree WHERE single) IS NOT DISTINCT FROM $12')},
     leaves AS (
       INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
       SELECT $5::bigint + n - 1, substring($6::bytea FROM (32 * n - 31)::integer FOR 32), stream, revision::integer,
         substring($17::bytea FROM (20 * n - 19)::integer FOR 20)
       FROM ROWS FROM (json_array_elements_text($7::json), json_array_elements_text($8::json))
         WITH ORDINALITY AS met(stream, revision, n)
       WHERE EXISTS (SELECT FROM moved)),
     nodes AS (
       INSERT INTO log_nodes (level, place, hash)
       SELECT * FROM unnest($9::smallint[], $10::bigint[], $11::bytea[]) WHERE EXISTS (SELECT FROM moved)),
      ${forks.length === 0 ? '' : FORKS}
     tree AS (
       INSERT INTO log_tree (single, size, edge, forks, mac) SELECT true, $13::bigint, $14::bytea, $15::text, $16::text
       WHERE EXISTS (SELECT FROM moved)
       ON CONFLICT (single) DO UPDATE
       SET size = excluded.size, edge = excluded.edge, forks = excluded.forks, mac = excluded.mac)
     ${MOVED_RESULT}`,
    values: [
      ...fenceValues(fence),
      place,
      hashes,
      JSON.stringify(events.map(({ stream }) => stream)),
      JSON.stringify(events.map(({ revision }) => revision)),
      nodes.map(({ level }) => level),
      nodes.map(({ index }) => index),
      nodes.map(({ hash }) => hash),
      mac,
      row.size,
      row.edge,
      row.forks,
      row.mac,
      macs,
      ...(forks.length === 0 ? [] : [JSON.stringify(forks)]),
    ],
  });
  return rows[0]?.moved === 1;
}
