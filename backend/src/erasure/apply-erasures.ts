import type { Pool } from 'pg';
import type { EventStore, Position, StoredEvent } from '../eventsourcing/event-store/event-store.js';
import { reactionCheckpoint } from '../eventsourcing/reactions/runner.js';
import { readCheckpoint, saveCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { notDestroyed } from '../vault/key-table.js';
import { noteMissingKeys } from '../vault/missing-keys.js';

/** Facts of one kind after which a key is no more. They say where to look; what is done, the stream has to call for. */
export interface ErasingFacts {
  /** Name of the reaction that sees to it while a backend runs. */
  readonly reaction: string;
  readonly streamPrefix: string;
  readonly type: RegExp;
  /** Leaves alone what the stream's own events do not call for, whatever a row or a raw type says. */
  erase(stream: string): Promise<void>;
}

export interface ApplyingParts {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly facts: readonly ErasingFacts[];
  /** Whether a stream is named as ours are; each is by default. What others put there has no key to be missing. */
  readonly isOwnStream?: (stream: string) => boolean;
  /** Breaks it off between two erasures; the next start goes on at the last place that was kept. */
  readonly signal?: AbortSignal | undefined;
  /** Events after which the place is kept, 1,000 by default. */
  readonly batchSize?: number;
}

/** The checkpoint of what starts have read. */
const PLACE = 'start:apply-erasures';
const BATCH = 1000;

/**
 * Applies each recorded erasure that this database does not know of, before anything is served: one that was
 * put back to an older state holds keys that had been destroyed (rule:erasures-survive-a-restore). It lacks
 * those that were made since, which are noted (rule:missing-is-not-erased). Looks at what came since the
 * reactions' checkpoints and since the last place of a start, all of which that older state has forgotten too;
 * what came before is in the queue of this very database, or done. So a start reads nothing, unless something
 * was put back, and one that follows on a start that was killed reads only the rest.
 * @returns how many were applied
 */
export async function applyErasures(parts: ApplyingParts): Promise<number> {
  const { pool, store, facts, signal, batchSize = BATCH, isOwnStream = () => true } = parts;
  const storeId = await store.storeId();
  const streamPrefixes = facts.map(({ streamPrefix }) => streamPrefix);
  let applied = 0;
  const after = await beginning(parts);
  for await (const { events, position } of store.readAll({ after, streamPrefixes, batchSize })) {
    signal?.throwIfAborted();
    await noteMissingKeys(
      pool,
      events
        .filter(({ stream, revision }) => revision === 0 && isOwnStream(stream))
        .map(({ stream }) => stream),
    );
    for (const [stream, { erase }] of await unapplied(pool, facts, events)) {
      signal?.throwIfAborted();
      await erase(stream);
      applied += 1;
    }
    await saveCheckpoint(pool, { name: PLACE, storeId, position });
  }
  return applied;
}

/**
 * Before it nothing is left to apply: of each kind of facts all is known up to its reaction's checkpoint or up to
 * the place of a start, whichever is later.
 */
async function beginning({ pool, store, facts }: ApplyingParts): Promise<Position | undefined> {
  const place = (await readCheckpoint(pool, PLACE))?.position;
  const later = (one: Position | undefined, other: Position | undefined): Position | undefined =>
    one === undefined || (other !== undefined && store.isBefore(one, other)) ? other : one;
  const known = await Promise.all(
    facts.map(async ({ reaction }) =>
      later(place, (await readCheckpoint(pool, reactionCheckpoint(reaction)))?.position),
    ),
  );
  return known.reduce((one, other) => (later(one, other) === one ? other : one));
}

async function unapplied(
  pool: Pool,
  facts: readonly ErasingFacts[],
  events: readonly StoredEvent[],
): Promise<readonly (readonly [stream: string, ErasingFacts])[]> {
  const told = new Map<string, ErasingFacts>();
  for (const { stream, type } of events) {
    const fact = facts.find((each) => stream.startsWith(each.streamPrefix) && each.type.test(type));
    if (fact !== undefined) told.set(stream, fact);
  }
  if (told.size === 0) return [];
  const streams = new Set(await notDestroyed(pool, [...told.keys()]));
  return [...told].filter(([stream]) => streams.has(stream));
}
