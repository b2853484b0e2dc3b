import { bigint, entityOf, instant, integer, orNull, text } from '../../platform/postgres/columns.js';

/** How far a projection or reaction has read the log. */
export const CheckpointEntity = entityOf('checkpoints', ['name'], {
  name: text(),
  /** Version of the fold that wrote the rows. */
  version: integer,
  storeId: text(),
  /** Null: nothing read yet. */
  position: orNull(text()),
  /** Epoch of the lease under which it may move. */
  epoch: bigint,
  updatedAt: instant,
});
