import { bigint, boolean, byDefault, entityOf, text } from '../../../platform/postgres/columns.js';

/** Which event store the backends of this database write to. One row. */
export const StoreInUseEntity = entityOf('store_in_use', ['single'], {
  single: byDefault(true, boolean),
  storeId: text(),
  /** Raised whenever the earlier writers lose the right to write. */
  epoch: bigint,
  /** True while the log is being copied to another store, or after that was broken off: nobody may write. */
  moving: byDefault(false, boolean),
});
