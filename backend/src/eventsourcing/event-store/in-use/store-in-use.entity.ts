import { bigint, boolean, byDefault, entityOf, text } from '../../../platform/postgres/columns.js';

/** Which event store the backends of this database write to. One row. */
export const StoreInUseEntity = entityOf('store_in_use', ['single'], {
  single: byDefault(true, boolean),
  storeId: text(),
  /** Raised whenever whoever wrote before may write no more. */
  epoch: bigint,
  /** Its log is being copied to another store, or that was broken off: nobody writes. */
  moving: byDefault(false, boolean),
});
