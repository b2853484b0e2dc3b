import { date, entityOf, integer, text } from '../platform/postgres/columns.js';

/**
 * Table `visit_sums`: how many visits a day had, of those rows of `page_views` and `funnel_events` that are counted.
 * The others are counted by whoever asks, so that a sum and the rows beside it are always the whole.
 */
export const VisitSumEntity = entityOf('visit_sums', ['kind', 'day', 'name'], {
  /** `page` for views of pages, `step` for steps of the funnel. */
  kind: text(),
  /** In Europe/Berlin. */
  day: date,
  /** Of the page, or of the step. */
  name: text(),
  value: integer,
});
