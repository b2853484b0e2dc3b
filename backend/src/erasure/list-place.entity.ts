import { bigint, byDefault, entityOf, instant, integer, NOW, uuid } from '../platform/postgres/columns.js';

/**
 * A mark in a list of erasures: the database knows everything before it, and the list has everything that the
 * database knew then.
 */
export const ListPlaceEntity = entityOf('erasure_list_places', ['mark'], {
  mark: uuid,
  /** Bytes of the list up to the end of the mark's line. */
  bytes: bigint,
  lines: integer,
  /** Number of the newest destruction of this database that the list has. */
  destruction: bigint,
  madeAt: byDefault(NOW, instant),
});
