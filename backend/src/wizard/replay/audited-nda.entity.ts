import { entityOf } from '../../eventsourcing/projections/columns.js';
import { AUDITED_COLUMNS } from './audited-row.js';

/** SQL condition of the index of those that are erased. */
export const ERASED = 'erased_at IS NOT NULL';
/** Of the others. */
export const KEPT = 'erased_at IS NULL';

export const AuditedNdaEntity = entityOf('audited_ndas', AUDITED_COLUMNS, [
  { name: 'audited_ndas_created', on: ['createdAt', 'id'] },
  { name: 'audited_ndas_by_status', on: ['status', 'createdAt', 'id'], where: KEPT },
  { name: 'audited_ndas_erased', on: ['createdAt', 'id'], where: ERASED },
]);
