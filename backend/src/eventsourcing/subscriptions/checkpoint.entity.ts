import { bigint, entityOf, instant, integer, orNull, text } from '../../platform/postgres/columns.js';

/** The position up to which a projection or reaction has read the log. */
export const CheckpointEntity = entityOf('checkpoints', ['name'], {
  name: text(),
  /** Version of the fold that wrote the rows. */
  version: integer,
  storeId: text(),
  /** Null if nothing has been read yet. */
  position: orNull(text()),
  /** Only a leader whose lease has this epoch may move the checkpoint. */
  epoch: bigint,
  updatedAt: instant,
});
