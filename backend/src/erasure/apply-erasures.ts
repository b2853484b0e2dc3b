import type { Pool } from 'pg';
import type { EventStore, StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { reactionCheckpoint } from '../eventsourcing/reactions/runner.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { notDestroyed } from '../vault/key-table.js';
import { noteMissingKeys } from '../vault/missing-keys.js';

/** Facts of one kind after which a key is no more. */
export interface ErasingFacts {
  /** Name of the reaction that sees to it while a backend runs. */
  readonly reaction: string;
  readonly streamPrefix: string;
  readonly type: RegExp;
  erase(stream: string): Promise<void>;
}

export interface ApplyingParts {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly facts: readonly ErasingFacts[];
  /** Breaks it off between two erasures; the next start begins again. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Applies each recorded erasure that this database does not know of, before anything is served: one that was
 * put back to an older state holds keys that had been destroyed (rule:erasures-survive-a-restore). It lacks
 * those that were made since, which are noted (rule:missing-is-not-erased). Looks at what came since the
 * reaction's checkpoint, which that older state has forgotten too; what came before is in the queue of this very
 * database, or done. So a start reads nothing, unless something was put back.
 * @returns how many were applied
 */
export async function applyErasures(parts: ApplyingParts): Promise<number> {
  let applied = 0;
  for (const facts of parts.facts) applied += await applyOne(parts, facts);
  return applied;
}

async function applyOne(
  { pool, store, signal }: ApplyingParts,
  { reaction, streamPrefix, type, erase }: ErasingFacts,
): Promise<number> {
  const after = (await readCheckpoint(pool, reactionCheckpoint(reaction)))?.position;
  let applied = 0;
  const isErasing = (event: StoredEvent): boolean => type.test(event.type);
  for await (const { events } of store.readAll({ after, streamPrefixes: [streamPrefix] })) {
    await noteMissingKeys(
      pool,
      events.filter(({ revision }) => revision === 0).map(({ stream }) => stream),
    );
    const streams = events.filter(isErasing).map(({ stream }) => stream);
    for (const stream of streams.length === 0 ? [] : await notDestroyed(pool, streams)) {
      signal?.throwIfAborted();
      await erase(stream);
      applied += 1;
    }
    signal?.throwIfAborted();
  }
  return applied;
}
