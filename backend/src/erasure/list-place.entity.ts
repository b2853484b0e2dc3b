import { bigint, byDefault, entityOf, instant, integer, NOW, uuid } from '../platform/postgres/columns.js';

/** A mark in a list of erasures: this database knows all that stands before it, and has told it all that it knew. */
export const ListPlaceEntity = entityOf('erasure_list_places', ['mark'], {
  mark: uuid,
  /** Of the list up to the end of the mark's line. */
  bytes: bigint,
  lines: integer,
  /** Number of the newest destruction of this database that the list has. */
  destruction: bigint,
  madeAt: byDefault(NOW, instant),
});
