import type { ReadingKind, Role } from '@siegel/contracts/enums';
import {
  type Columns,
  instant,
  integer,
  jsonb,
  type RowOf,
  text,
  uuid,
} from '../platform/postgres/columns.js';

/**
 * Columns of the table `readings`, a projection that can be rebuilt from events at any time. It has one row
 * for each `PersonalDataRead` event. The row has the id of the event.
 */
export const READING_COLUMNS = {
  id: uuid,
  revision: integer,
  at: instant,
  role: text<Role>(),
  session: text(),
  what: text<ReadingKind>(),
  ndaIds: jsonb<readonly string[]>(),
} as const satisfies Columns;

export interface ReadingRow extends RowOf<typeof READING_COLUMNS> {}
