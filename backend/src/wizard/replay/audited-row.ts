import type { NdaStatus } from '@siegel/contracts/enums';
import {
  type Columns,
  instant,
  integer,
  orNull,
  type RowOf,
  text,
  uuid,
} from '../../eventsourcing/projections/columns.js';

/** Table `audited_ndas`: a projection, rebuilt from events at will. Nothing personal: a row outlasts its NDA. */
export const AUDITED_COLUMNS = {
  id: uuid,
  revision: integer,
  status: text<NdaStatus>(),
  createdAt: instant,
  lastAt: instant,
  erasedAt: orNull(instant),
} as const satisfies Columns;

export interface AuditedRow extends RowOf<typeof AUDITED_COLUMNS> {}
