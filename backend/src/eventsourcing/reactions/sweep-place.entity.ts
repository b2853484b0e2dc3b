import { entityOf, orNull, text } from '../../platform/postgres/columns.js';

/** How far a sweep has come in its present round. */
export const SweepPlaceEntity = entityOf('sweep_places', ['sweep'], {
  sweep: text(),
  /** The last id that was examined; null at the start of a round. */
  place: orNull(text()),
});
