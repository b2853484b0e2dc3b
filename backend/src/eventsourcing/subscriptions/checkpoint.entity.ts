import { bigint, entityOf, instant, integer, orNull, text } from '../../platform/postgres/columns.js';

/** How far a projection or reaction has come in the log. */
export const CheckpointEntity = entityOf('checkpoints', ['name'], {
  name: text(),
  /** Of the fold that made the rows. */
  version: integer,
  storeId: text(),
  /** Null: nothing seen yet. */
  position: orNull(text()),
  /** Of the lease under which it may move. */
  epoch: bigint,
  updatedAt: instant,
});
