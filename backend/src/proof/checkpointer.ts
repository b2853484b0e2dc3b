import type { Pool } from 'pg';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
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

/**
 * Name of the checkpointer's position in the log. The position is stored together with the positions of
 * projections and reactions.
 */
export const CHECKPOINTER = 'checkpointer';

export interface CheckpointerParts extends LeasedSubscriptionOptions {
  readonly pool: Pool;
  /** Prefixes of all our streams. Events in streams with other prefixes get no leaf. */
  readonly streamPrefixes: readonly string[];
  /**
   * Returns true if the whole name of a stream has the form of our stream names. By default, returns true for
   * every stream.
   */
  readonly isOwnStream?: (stream: string) => boolean;
}

const HASH_BYTES = 32;
/** PostgreSQL's error code. */
const UNIQUE_VIOLATION = '23505';

/** Events by their hashes. A repeated event therefore occurs only once. */
type Met = ReadonlyMap<string, StoredEvent>;

interface NewLeaves {
  /** Place of the first of these leaves. */
  readonly place: number;
  readonly events: readonly StoredEvent[];
  /** The events' hashes, concatenated. */
  readonly hashes: Buffer;
  /** Subtrees that these leaves complete. */
  readonly nodes: readonly SubtreeRoot[];
}

/**
 * Appends the hash of each event to the tree as a leaf, in the order of the log (rule:log-is-checkpointed).
 * Only the backend that holds the lease does this. One statement writes the leaves, the nodes and the
 * position in the log. If the backend is killed, either all of these rows are written or none. A backend that
 * lost the lease writes nothing.
 */
export class Checkpointer extends LeasedRunner {
  protected readonly subscription: LeasedSubscription;
  /** Edge of the stored tree. It is read again at the start of each term. */
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
    const { pool, log } = this.parts;
    const storeId = await log.storeId();
    const checkpoint = await claimCheckpoint(pool, { name: CHECKPOINTER, version: 1, storeId, epoch });
    // The lease is claimed, so no backend with an earlier term can write any more. The tree cannot change
    // while its edge is read.
    this.edge = await readEdge(pool, await treeSize(pool));
    return checkpoint ?? 'lost';
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const met = await this.withoutLeaf(metIn(events, this.parts.isOwnStream));
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
   * Writes the leaves. Returns false if they violate a unique constraint, because the tree then has rows that
   * this term did not write. The result false ends the term, and the next term starts with the stored tree.
   * Forged leaves are removed before anything is signed (rule:leaves-have-events).
   */
  private async written(leaves: NewLeaves, fence: Fence): Promise<boolean> {
    try {
      return await commitLeaves(this.parts.pool, leaves, fence);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      return false;
    }
  }

  /**
   * Leaves out events that already have a leaf. Such events occur after `projections:rebuild`, because the
   * checkpointer then reads the log again from the beginning.
   */
  private async withoutLeaf(met: Met): Promise<Met> {
    if (met.size === 0) return met;
    const known = await leavesWith(this.parts.pool, [...met.keys()]);
    const hashes = new Set(known.map(({ eventHash }) => eventHash));
    return hashes.size === 0 ? met : new Map([...met].filter(([hash]) => !hashes.has(hash)));
  }
}

/**
 * Returns the events that need a leaf. Skips other programs' events, which are in streams whose names only
 * begin like ours. A verification skips these events too. The function also skips unreadable events in our
 * own streams, so that the checkpointer can continue. A verification reports the unreadable events.
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
 * Passes all hashes as one parameter, all streams as one JSON parameter and all revisions as another. If they
 * were arrays, the database driver would write a thousand items one by one, which would take most of the
 * computing time of a batch.
 * @returns false if the fence did not hold and therefore nothing was written
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
