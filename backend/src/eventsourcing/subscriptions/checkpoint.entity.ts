import { bigint, entityOf, instant, integer, orNull, text } from '../../platform/postgres/columns.js';

/** How far a projection or reaction has read the log. */
export const CheckpointEntity = entityOf('checkpoints', ['name'], {
  name: text(),
  /** Version of the fold that wrote the rows. */
  version: integer,
  storeId: text(),
  /** Null if nothing has been read yet. */
  position: orNull(text()),
  /** The checkpoint may only move under the lease with this epoch. */
  epoch: bigint,
  updatedAt: instant,
});
