import { ACCESS_STREAM_PREFIX, type PersonalDataRead, sessionOf } from './model/access.events.js';
import { columnNames } from '../platform/postgres/columns.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { READING_COLUMNS, type ReadingRow } from './reading-row.js';

/** The readings of personal data (rule:readings-are-recorded): one row per reading. */
export const readingsProjection: Projection<ReadingRow, PersonalDataRead> = {
  name: 'readings',
  version: 1,
  table: 'readings',
  columns: columnNames(READING_COLUMNS),
  streamPrefix: ACCESS_STREAM_PREFIX,
  only: ['PersonalDataRead'] satisfies PersonalDataRead['type'][],
  id: (event) => event.id,
  fold: (_, { id, stream, revision, at, open: { role, what, ndaIds } }) => ({
    id,
    revision,
    at,
    role,
    session: sessionOf(stream),
    what,
    ndaIds,
  }),
};
