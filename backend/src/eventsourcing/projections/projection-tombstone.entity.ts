import { boolean, byDefault, entityOf, integer, text } from '../../platform/postgres/columns.js';

/** A row that its projection deleted, and up to which revision of its stream that holds. */
export const ProjectionTombstoneEntity = entityOf(
  'projection_tombstones',
  ['projection', 'id'],
  {
    projection: text(),
    id: text(),
    revision: integer,
    /** Always true: what a deletion still owes is in the row of the agreement or the voucher. */
    done: byDefault(false, boolean),
  },
  [{ name: 'projection_tombstones_not_done', on: ['projection', 'id'], where: 'NOT done' }],
);
