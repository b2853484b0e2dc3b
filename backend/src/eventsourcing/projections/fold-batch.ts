import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { isReadable, type NewEvent, type Recorded } from '../journal/event.js';
import { DELETED, type Projection } from './projection.js';
import { type StoredRow, NOTHING } from './stored-row.js';

/**
 * True if the event may change a row or its revision. An unreadable event is not used, because its stream may
 * lack a proper id. Then no row can be looked up.
 */
export const isUsed = (
  { only }: Pick<Projection, 'only'>,
  { type, version, unknown }: Pick<Recorded, 'type' | 'version' | 'unknown'>,
): boolean => isReadable({ version }) && (only === undefined || (!unknown && only.includes(type)));

/**
 * Number of events that are folded without a pause. It is small, because an event costs more work the longer
 * the history is.
 */
const EVENTS_PER_CHUNK = 100;

/**
 * Does the same as `foldBatch`, with a pause between parts, so that a long batch does not block other work.
 */
export async function foldInChunks<Row extends object, E extends NewEvent>(
  projection: Projection<Row, E>,
  events: readonly Recorded<E>[],
  stored: ReadonlyMap<string, StoredRow<Row>>,
): Promise<Map<string, StoredRow<Row>>> {
  const changed = new Map<string, StoredRow<Row>>();
  for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
    foldBatch(projection, part, stored, changed);
  return changed;
}

/**
 * Folds a batch of events onto the stored rows. Returns the changed rows by id. Skips events up to the
 * revision of their stored row, because these events have been folded before.
 * @param changed rows that the preceding parts of the batch changed; this function adds the rows that this
 * part changes
 */
export function foldBatch<Row extends object, E extends NewEvent>(
  projection: Projection<Row, E>,
  events: readonly Recorded<E>[],
  stored: ReadonlyMap<string, StoredRow<Row>>,
  changed = new Map<string, StoredRow<Row>>(),
): Map<string, StoredRow<Row>> {
  for (const event of events) {
    if (!isReadable(event)) continue;
    const id = projection.id(event);
    const before = changed.get(id) ?? stored.get(id) ?? NOTHING;
    const after = rowAfter(projection, before, event);
    if (after !== before) changed.set(id, after);
  }
  return changed;
}

/** Returns the stored row after the stream's next event, or the same object if nothing changes. */
export function rowAfter<Row extends object, E extends NewEvent>(
  projection: Projection<Row, E>,
  before: StoredRow<Row>,
  event: Recorded<E>,
): StoredRow<Row> {
  if (!isReadable(event) || event.revision <= before.revision) return before;
  return step(projection, before, event) ?? before;
}

/** Folds one stream's events, beginning with the first. Returns undefined if they leave no row. */
export function foldStream<Row extends object, E extends NewEvent>(
  projection: Projection<Row, E>,
  events: readonly Recorded<E>[],
): Row | undefined {
  const [stored] = foldBatch(projection, events, new Map()).values();
  return stored?.row;
}

/**
 * Folds one event. Even an event without effect moves an existing row or tombstone to the event's revision,
 * because readers wait for that revision. An unknown event does nothing else (rule:unknown-is-not-folded),
 * unless the projection has set `takesUnknown`.
 */
function step<Row extends object, E extends NewEvent>(
  projection: Projection<Row, E>,
  before: StoredRow<Row>,
  event: Recorded<E>,
): StoredRow<Row> | undefined {
  const isFolded = !event.unknown || projection.takesUnknown === true;
  const folded = isFolded ? projection.fold(before.row, event) : undefined;
  const { revision } = event;
  if (folded === DELETED) return { row: undefined, revision, deleted: true };
  const row = folded ?? before.row;
  if (row !== undefined) return { row, revision, deleted: false };
  return before.deleted ? { ...before, revision } : undefined;
}
