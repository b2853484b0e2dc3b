import type { Pool } from 'pg';
import type { StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import {
  type Checkpoint,
  claimCheckpoint,
  type Fence,
  fenceValues,
  MOVED,
  MOVED_RESULT,
  moveCheckpoint,
} from '../eventsourcing/subscriptions/checkpoints.js';
import { LeasedRunner } from '../eventsourcing/subscriptions/leased-runner.js';
import { LeasedSubscription } from '../eventsourcing/subscriptions/leased-subscription.js';
import type { LeasedSubscriptionOptions } from '../eventsourcing/subscriptions/leased-work.js';
import { IS_HASH, leavesWith } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { nodesToStore, readEdge, treeSize } from './stored-tree.js';

/** Of its place in the log, among those of projections and reactions. */
export const CHECKPOINTER = 'checkpointer';

export interface CheckpointerParts extends LeasedSubscriptionOptions {
  readonly pool: Pool;
  /** Of all streams that are ours; what else is in the store is no leaf. */
  readonly streamPrefixes: readonly string[];
  /** Whether a stream is named as ours are; all are by default. */
  readonly isOwnStream?: (stream: string) => boolean;
}

const HASH_BYTES = 32;
/** Of PostgreSQL. */
const UNIQUE_VIOLATION = '23505';

/** Events by their hashes, each once. */
type Met = ReadonlyMap<string, StoredEvent>;

interface NewLeaves {
  /** Of the first of them. */
  readonly place: number;
  readonly events: readonly StoredEvent[];
  /** Theirs, one behind the other. */
  readonly hashes: Buffer;
  /** That they complete. */
  readonly nodes: readonly SubtreeRoot[];
}

/**
 * Makes a leaf of each event's hash, in the order of the log, on whichever backend holds the lease
 * (rule:log-is-checkpointed). Leaves, nodes and the place in the log move in one statement: a backend that is killed
 * leaves all of it or nothing, and one that lost the lease writes nothing.
 */
export class Checkpointer extends LeasedRunner {
  protected readonly subscription: LeasedSubscription;
  /** Of the tree as stored; read anew with each term. */
  private edge: TreeEdge | undefined;

  constructor(private readonly parts: CheckpointerParts) {
    super();
    const { pool, streamPrefixes } = parts;
    this.subscription = new LeasedSubscription(
      {
        lease: CHECKPOINTER,
        streamPrefix: streamPrefixes,
        withoutData: true,
        claim: (epoch) => this.claim(epoch),
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
      },
      parts,
    );
  }

  private async claim(epoch: number): Promise<Checkpoint | 'lost'> {
    const { pool, store } = this.parts;
    const storeId = await store.storeId();
    const checkpoint = await claimCheckpoint(pool, { name: CHECKPOINTER, version: 1, storeId, epoch });
    // From here on nobody of an earlier term writes, so the tree is at rest.
    this.edge = await readEdge(pool, await treeSize(pool));
    return checkpoint ?? 'lost';
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const met = await this.unmet(metIn(events, this.parts.isOwnStream));
    if (met.size === 0 || this.edge === undefined) return 'nothing';
    const edge = this.edge.copy();
    const hashes = Buffer.from([...met.keys()].join(''), 'hex');
    const completed: SubtreeRoot[] = [];
    for (let at = 0; at < hashes.length; at += HASH_BYTES)
      edge.append(hashes.subarray(at, at + HASH_BYTES), completed);
    const nodes = nodesToStore(completed);
    const leaves = { place: this.edge.size, events: [...met.values()], hashes, nodes };
    const written = await this.written(leaves, fence);
    if (written) this.edge = edge;
    return written ? 'moved' : 'lost';
  }

  /**
   * Where something stands at the place of a leaf that this term did not write, the term ends: the next one begins with
   * the tree as it is then, and what is no leaf of ours is taken out before anything is signed (rule:leaves-have-events).
   */
  private async written(leaves: NewLeaves, fence: Fence): Promise<boolean> {
    try {
      return await commitLeaves(this.parts.pool, leaves, fence);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      return false;
    }
  }

  /** Whoever starts over meets the whole log again (`projections:rebuild`). */
  private async unmet(met: Met): Promise<Met> {
    if (met.size === 0) return met;
    const known = await leavesWith(this.parts.pool, [...met.keys()]);
    const hashes = new Set(known.map(({ eventHash }) => eventHash));
    return hashes.size === 0 ? met : new Map([...met].filter(([hash]) => !hashes.has(hash)));
  }
}

/**
 * Nothing of what another program wrote into a stream that only begins as ours do: a verification passes over it. Nor
 * of what stands in ours and cannot be read as ours: a verification names it. The log goes on.
 */
function metIn(events: readonly StoredEvent[], isOwnStream: CheckpointerParts['isOwnStream']): Met {
  const met = new Map<string, StoredEvent>();
  for (const event of events) {
    if (isOwnStream?.(event.stream) === false) continue;
    const hash = metadataOf(event)?.hash;
    if (hash !== undefined && IS_HASH.test(hash)) met.set(hash, event);
  }
  return met;
}

/**
 * Hashes, streams and revisions go as one value each: an array of a thousand is written by the driver element by element,
 * which is most of what a batch computes.
 * @returns false when the fence did not hold: nothing was written then
 */
async function commitLeaves(
  pool: Pool,
  { place, events, hashes, nodes }: NewLeaves,
  fence: Fence,
): Promise<boolean> {
  const { rows } = await pool.query<{ moved: number }>({
    name: 'commit-leaves',
    text: `WITH ${MOVED},
     leaves AS (
       INSERT INTO log_leaves (place, event_hash, stream, revision)
       SELECT $5::bigint + n - 1, substring($6::bytea FROM (32 * n - 31)::integer FOR 32), stream, revision::integer
       FROM ROWS FROM (json_array_elements_text($7::json), json_array_elements_text($8::json))
         WITH ORDINALITY AS met(stream, revision, n)
       WHERE EXISTS (SELECT FROM moved)),
     nodes AS (
       INSERT INTO log_nodes (level, place, hash)
       SELECT * FROM unnest($9::smallint[], $10::bigint[], $11::bytea[]) WHERE EXISTS (SELECT FROM moved))
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
    ],
  });
  return rows[0]?.moved === 1;
}
