import type { Pool } from 'pg';
import { type EventStore, EventStoreUnavailable } from '../event-store/event-store.js';
import type { NewEvent } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { readCheckpoint } from '../subscriptions/checkpoints.js';
import { DELETED, type Projection } from './projection.js';

export interface RowToComeParts {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readAll'>;
  readonly journal: Pick<Journal, 'decode'>;
}

/** Most events that are looked through for one question. */
const EVENTS_MAX = 1_000;

/**
 * A row that one event makes by itself, looked for in what its projection has yet to fold: for those who ask by
 * something else than the stream's id (rule:read-your-writes). Where the projection is up to date that is next to
 * nothing. Whoever looked at the table before has to look once more after `undefined`: what the projection wrote in
 * between is neither in the one nor in the other.
 * @throws EventStoreUnavailable also where the projection is so far behind that nobody can say
 */
export async function rowToCome<Row extends object, E extends NewEvent>(
  { pool, store, journal }: RowToComeParts,
  projection: Projection<Row, E>,
  isWanted: (row: Row) => boolean,
): Promise<Row | undefined> {
  const after = (await readCheckpoint(pool, projection.name))?.position;
  let looked = 0;
  for await (const { events } of store.readAll({ after, streamPrefixes: [projection.streamPrefix] })) {
    for (const stored of events) {
      const event = journal.decode<E>(stored);
      if (event.unknown) continue;
      const row = projection.fold(undefined, event);
      if (row === undefined || row === DELETED) continue;
      if (isWanted(row)) return row;
    }
    looked += events.length;
    if (looked > EVENTS_MAX) throw new EventStoreUnavailable(`projection ${projection.name} is far behind`);
  }
  return undefined;
}
