import { entityOf } from '../eventsourcing/projections/columns.js';
import { READING_COLUMNS } from './reading-row.js';

export const ReadingEntity = entityOf('readings', READING_COLUMNS, [
  { name: 'readings_nda_ids', on: ['ndaIds'], type: 'gin' },
]);
