import { boolean, byDefault, entityOf, integer, text } from '../../platform/postgres/columns.js';

/** A row that its projection deleted, with the revision of its stream at which it was deleted. */
export const ProjectionTombstoneEntity = entityOf(
  'projection_tombstones',
  ['projection', 'id'],
  {
    projection: text(),
    id: text(),
    revision: integer,
    /** Always true: open obligations after a deletion are kept in the row of the agreement or the voucher. */
    done: byDefault(false, boolean),
  },
  [{ name: 'projection_tombstones_not_done', on: ['projection', 'id'], where: 'NOT done' }],
);
