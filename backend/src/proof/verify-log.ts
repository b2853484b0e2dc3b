import { LRUCache } from 'lru-cache';
import type { EventStore, StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { isLinked, NO_HASH } from '../eventsourcing/journal/chain.js';
import { KeptCheckpoints } from './kept-checkpoints.js';
import { hashesAt, type Leaf, leavesFrom } from './leaves.js';
import { TreeEdge } from './merkle-tree.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import { type StreamVerdict, verifyOneStream, type VerifyingParts } from './verify-nda.js';
import { type BrokenPlace, hashOf } from './verify-stream.js';

const BATCH = 1000;
/** Streams whose last hash is remembered; of others it is looked up. A few megabytes. */
const REMEMBERED = 20_000;

export interface LogVerifyingParts extends VerifyingParts {
  readonly store: Pick<EventStore, 'readStream' | 'readAll'>;
  readonly streamPrefixes: readonly string[];
  /** Checkpoints that somebody kept outside, smallest first. */
  readonly outside?: readonly SignedCheckpoint[];
  /** Called after each batch with the events looked at. */
  readonly onProgress?: (events: number, leaves: number) => void;
}

/**
 * Verifies the whole log (rule:log-is-verified): reads events and leaves side by side in their order, each once, and
 * the checkpoints with them. Memory does not grow with the log. Ends at the first place that is broken.
 * The store must be one that was just opened: one in use keeps the end of the log in memory, and would not see what
 * became of the rows.
 * @throws EventStoreUnavailable
 */
export async function verifyLog(parts: LogVerifyingParts): Promise<StreamVerdict> {
  const { pool, store, streamPrefixes, publicKeys, outside = [], onProgress } = parts;
  const checkpoints = new KeptCheckpoints({ pool, keys: await publicKeys(), outside });
  // What is met from here on is left out, so that a log that grows meanwhile does not look broken.
  const size = await treeSize(pool);
  const pass = new Pass(parts, checkpoints, size);
  let broken = await checkpoints.check(TreeEdge.empty());
  if (broken === undefined)
    for await (const { events } of store.readAll({ after: undefined, streamPrefixes, batchSize: BATCH })) {
      broken = await pass.take(events);
      onProgress?.(pass.events, size);
      if (broken !== undefined) break;
    }
  broken ??= (await pass.left()) ?? (await checkpoints.beyond(await treeSize(pool)));
  return { events: pass.events, checkpoints: checkpoints.count, firstBroken: broken ?? null };
}

const isOf = (leaf: Leaf, event: StoredEvent, hash: string): boolean =>
  leaf.eventHash === hash && leaf.stream === event.stream && leaf.revision === event.revision;

class Pass {
  events = 0;
  private readonly edge = TreeEdge.empty();
  private readonly lastOf = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(
    private readonly parts: LogVerifyingParts,
    private readonly checkpoints: KeptCheckpoints,
    private readonly size: number,
  ) {}

  async take(events: readonly StoredEvent[]): Promise<BrokenPlace | undefined> {
    const leaves = await this.nextLeaves(events.length);
    const known = await this.predecessors(events);
    for (const [at, event] of events.entries()) {
      const hash = hashOf(event);
      const before = this.lastOf.get(event.stream) ?? known.get(`${event.stream}@${event.revision - 1}`);
      const isNext = isLinked(event, event.revision === 0 ? NO_HASH : (before ?? ''));
      const leaf = leaves[at];
      if (!isNext || hash === undefined || (leaf !== undefined && !isOf(leaf, event, hash)))
        return this.diagnosed(event, leaf);
      this.lastOf.set(event.stream, hash);
      this.events += 1;
      if (leaf === undefined) continue;
      this.edge.append(Buffer.from(hash, 'hex'));
      const broken = await this.checkpoints.check(this.edge);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  /** Leaves whose events did not come. */
  async left(): Promise<BrokenPlace | undefined> {
    const [leaf] = await this.nextLeaves(1);
    if (leaf === undefined) return undefined;
    const found = await this.brokenIn(leaf.stream);
    const { stream, revision } = leaf;
    return found ?? { stream, revision, kind: 'dropped', detail: 'it was met, and is not in the log' };
  }

  private nextLeaves(most: number): Promise<Leaf[]> {
    return leavesFrom(this.parts.pool, this.edge.size, Math.min(most, this.size - this.edge.size));
  }

  /** Of the events whose predecessor is neither remembered nor among them. */
  private predecessors(events: readonly StoredEvent[]): Promise<Map<string, string>> {
    const seen = new Set<string>();
    const wanted = events.filter(({ stream, revision }) => {
      const isFirst = !seen.has(stream);
      seen.add(stream);
      return isFirst && revision > 0 && !this.lastOf.has(stream);
    });
    return hashesAt(
      this.parts.pool,
      wanted.map(({ stream, revision }) => ({ stream, revision: revision - 1 })),
    );
  }

  /** Which of the two is wrong, and how: told by their streams; where both are whole, their order is not. */
  private async diagnosed(event: StoredEvent, leaf: Leaf | undefined): Promise<BrokenPlace> {
    const { stream, revision } = event;
    return (
      (await this.brokenIn(stream)) ??
      (leaf && (await this.brokenIn(leaf.stream))) ?? {
        stream,
        revision,
        kind: 'reordered',
        detail: `it stands where event ${leaf?.revision} of ${leaf?.stream} was met`,
      }
    );
  }

  private async brokenIn(stream: string): Promise<BrokenPlace | undefined> {
    const found = (await verifyOneStream(this.parts, stream))?.firstBroken;
    // What is wrong with the newest checkpoint is told at its own place.
    return found?.stream === stream && found.kind !== 'checkpoint_mismatch' ? found : undefined;
  }
}
