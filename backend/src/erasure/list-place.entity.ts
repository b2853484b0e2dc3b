import { bigint, byDefault, entityOf, instant, integer, NOW, uuid } from '../platform/postgres/columns.js';

/**
 * A mark in a list of erasures. When the mark was made, the database knew every erasure before the mark, and
 * the list had every erasure that the database knew.
 */
export const ListPlaceEntity = entityOf('erasure_list_places', ['mark'], {
  mark: uuid,
  /** Number of bytes of the list up to the end of the line that contains the mark. */
  bytes: bigint,
  lines: integer,
  /**
   * Sequence number (`vault_keys.destruction`) of the newest destruction in this database that is in the
   * list.
   */
  destruction: bigint,
  madeAt: byDefault(NOW, instant),
});
