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
     * True if the deleted row has left no open obligations. This version always writes true, because the row
     * of the agreement or the voucher keeps the obligations that are open after a deletion. An older version
     * may have written false.
     */
    done: byDefault(false, boolean),
  },
  [{ name: 'projection_tombstones_not_done', on: ['projection', 'id'], where: 'NOT done' }],
);
