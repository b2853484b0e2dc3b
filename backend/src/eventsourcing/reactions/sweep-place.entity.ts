import { entityOf, orNull, text } from '../../platform/postgres/columns.js';

/** Up to where a sweep has looked in the round that it is in. */
export const SweepPlaceEntity = entityOf('sweep_places', ['sweep'], {
  sweep: text(),
  /** An id; null where a round begins. */
  place: orNull(text()),
});
