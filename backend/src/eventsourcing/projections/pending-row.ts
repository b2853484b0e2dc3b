import type { Pool } from 'pg';
import { EventStoreUnavailable } from '../event-store/event-store.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import type { NewEvent } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { readCheckpoint } from '../subscriptions/checkpoints.js';
import { DELETED, type Projection } from './projection.js';

export interface PendingRowParts {
  readonly pool: Pool;
  readonly log: Pick<TrustedLog, 'readAll'>;
  readonly journal: Pick<Journal, 'decode'>;
}

/** Maximum number of events that are searched for one request. */
const EVENTS_MAX = 1_000;

/**
 * Searches for a row in the events that a projection has not folded yet. Finds only a row that a single event
 * creates. Serves callers that do not search by the stream's id (rule:read-your-writes). Costs next to
 * nothing if the projection is up to date. A caller that searched the table first must search it again if
 * this function returns undefined. The projection may have written the row between the two searches, so that
 * both of them missed it.
 * @throws EventStoreUnavailable also if the projection is so far behind that the result is unknown
 */
export async function pendingRow<Row extends object, E extends NewEvent>(
  { pool, log, journal }: PendingRowParts,
  projection: Projection<Row, E>,
  isWanted: (row: Row) => boolean,
): Promise<Row | undefined> {
  const after = (await readCheckpoint(pool, projection.name))?.position;
  let searched = 0;
  for await (const { events } of log.readAll({ after, streamPrefixes: [projection.streamPrefix] })) {
    for (const stored of events) {
      const event = journal.decode<E>(stored);
      if (event.unknown) continue;
      const row = projection.fold(undefined, event);
      if (row === undefined || row === DELETED) continue;
      if (isWanted(row)) return row;
    }
    searched += events.length;
    if (searched > EVENTS_MAX)
      throw new EventStoreUnavailable(
        `projection ${projection.name} is more than ${EVENTS_MAX} events behind`,
      );
  }
  return undefined;
}
