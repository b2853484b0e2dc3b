import type { Pool } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { reactionCheckpoint } from '../eventsourcing/reactions/runner.js';
import { readCheckpoint, saveCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { notDestroyed } from '../vault/key-table.js';
import { noteMissingKeys } from '../vault/missing-keys.js';

/**
 * Events of one kind that call for the destruction of a key. Such an event only shows which stream to read.
 * Its stream is erased only if the stream itself calls for the erasure.
 */
export interface ErasingFacts {
  /** Name of the reaction to these events while a backend runs. */
  readonly reaction: string;
  readonly streamPrefix: string;
  readonly type: RegExp;
  /** Returns the stream whose key has to be destroyed. By default it is the stream of the event. */
  readonly subjectOf?: (stream: string) => string;
  /**
   * Erases a stream. If the stream's own events call for no erasure, nothing happens, even if a row or an
   * event's raw type suggests an erasure.
   */
  erase(stream: string): Promise<void>;
}

export interface ApplyingParts {
  readonly pool: Pool;
  readonly log: TrustedLog;
  readonly facts: readonly ErasingFacts[];
  /**
   * True if a stream's name has our format; true for every name by default. Other programs' streams have no
   * key that could be missing.
   */
  readonly isOwnStream?: (stream: string) => boolean;
  /** Stops between two erasures. The next start continues from the last saved position. */
  readonly signal?: AbortSignal | undefined;
  /** Number of events after which the position is saved; 1,000 by default. */
  readonly batchSize?: number;
}

/** Name of the checkpoint that marks the position up to which earlier starts have read the log. */
const PLACE = 'start:apply-erasures';
const BATCH = 1000;

/**
 * Applies each recorded erasure that this database does not know, before anything is served
 * (rule:erasures-survive-a-restore). A database that was restored to an older state still has keys that were
 * destroyed later. It also lacks keys that were created later. The keys that it lacks are recorded as missing
 * (rule:missing-is-not-erased).
 *
 * Reading begins at the reactions' checkpoints or at the position of the last start, whichever is later.
 * Earlier events were already handled, or this database's queue contains jobs for them. In a restored
 * database both positions are older, so the events after them are read again. If the database was not
 * restored, a start reads nothing. After a start was killed, the next start reads only the remaining events.
 * @returns the number of applied erasures
 */
export async function applyErasures(parts: ApplyingParts): Promise<number> {
  const { pool, log, facts, signal, batchSize = BATCH, isOwnStream = () => true } = parts;
  const storeId = await log.storeId();
  const streamPrefixes = facts.map(({ streamPrefix }) => streamPrefix);
  let applied = 0;
  const after = await beginning(parts);
  for await (const { events, position } of log.readAll({ after, streamPrefixes, batchSize })) {
    signal?.throwIfAborted();
    await noteMissingKeys(
      pool,
      events
        .filter(({ stream, revision }) => revision === 0 && isOwnStream(stream) && hasKey(facts, stream))
        .map(({ stream }) => stream),
    );
    for (const [stream, { erase }] of await unapplied(pool, facts, events)) {
      signal?.throwIfAborted();
      if (await eraseUnlessClosed(erase, stream)) applied += 1;
    }
    await saveCheckpoint(pool, { name: PLACE, storeId, position });
  }
  return applied;
}

/**
 * Erases a stream. If the stream is closed, nothing can be recorded in it: its job does the rest once it is
 * open again (rule:first-fault-closes-the-stream). Returns false in that case.
 */
async function eraseUnlessClosed(erase: ErasingFacts['erase'], stream: string): Promise<boolean> {
  try {
    await erase(stream);
    return true;
  } catch (error) {
    if (error instanceof StreamUntrusted) return false;
    throw error;
  }
}

/**
 * Returns the position before which nothing is left to apply. Events of each kind have already been applied up
 * to their reaction's checkpoint, or up to the position that the previous start reached, whichever is later.
 * The result is the earliest of these positions.
 */
async function beginning({ pool, log, facts }: ApplyingParts): Promise<Position | undefined> {
  const place = (await readCheckpoint(pool, PLACE))?.position;
  const later = (one: Position | undefined, other: Position | undefined): Position | undefined =>
    one === undefined || (other !== undefined && log.isBefore(one, other)) ? other : one;
  const known = await Promise.all(
    facts.map(async ({ reaction }) =>
      later(place, (await readCheckpoint(pool, reactionCheckpoint(reaction)))?.position),
    ),
  );
  return known.reduce((one, other) => (later(one, other) === one ? other : one));
}

/** Streams that are about other streams have no key. */
const hasKey = (facts: readonly ErasingFacts[], stream: string): boolean =>
  facts.some(({ streamPrefix, subjectOf }) => subjectOf === undefined && stream.startsWith(streamPrefix));

async function unapplied(
  pool: Pool,
  facts: readonly ErasingFacts[],
  events: readonly StoredEvent[],
): Promise<readonly (readonly [stream: string, ErasingFacts])[]> {
  const factOfStream = new Map<string, ErasingFacts>();
  for (const { stream, type } of events) {
    const fact = facts.find((each) => stream.startsWith(each.streamPrefix) && each.type.test(type));
    if (fact !== undefined) factOfStream.set(fact.subjectOf?.(stream) ?? stream, fact);
  }
  if (factOfStream.size === 0) return [];
  const streams = new Set(await notDestroyed(pool, [...factOfStream.keys()]));
  return [...factOfStream].filter(([stream]) => streams.has(stream));
}
