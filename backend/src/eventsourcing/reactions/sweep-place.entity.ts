import { entityOf, orNull, text } from '../../platform/postgres/columns.js';

/** The id that each sweep has reached in its current round. */
export const SweepPlaceEntity = entityOf('sweep_places', ['sweep'], {
  sweep: text(),
  /** The last id that was examined; null at the beginning of a round. */
  place: orNull(text()),
});
