import { bigint, boolean, byDefault, entityOf, text } from '../../../platform/postgres/columns.js';

/** The event store to which the backends of this database write. The table has one row. */
export const StoreInUseEntity = entityOf('store_in_use', ['single'], {
  single: byDefault(true, boolean),
  storeId: text(),
  /** Increased whenever the earlier writers lose the right to write. */
  epoch: bigint,
  /**
   * True while the log is being copied to another store, and after an interrupted copy. Nobody may write
   * then.
   */
  moving: byDefault(false, boolean),
});
