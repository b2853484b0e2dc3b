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

/** Table `readings`: a projection, rebuilt from events at will. One row for each event, which it is named by. */
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
