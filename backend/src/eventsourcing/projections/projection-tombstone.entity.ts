import { boolean, byDefault, entityOf, integer, text } from '../../platform/postgres/columns.js';

/** Records that a projection deleted a row, and at which revision of its stream. */
export const ProjectionTombstoneEntity = entityOf(
  'projection_tombstones',
  ['projection', 'id'],
  {
    projection: text(),
    id: text(),
    revision: integer,
    /**
     * Always true: the row of the agreement or the voucher contains its open obligations after a deletion.
     */
    done: byDefault(false, boolean),
  },
  [{ name: 'projection_tombstones_not_done', on: ['projection', 'id'], where: 'NOT done' }],
);
