import { entityOf } from '../platform/postgres/columns.js';
import { READING_COLUMNS } from './reading-row.js';

export const ReadingEntity = entityOf('readings', ['id'], READING_COLUMNS, [
  { name: 'readings_nda_ids', on: ['ndaIds'], type: 'gin' },
]);
