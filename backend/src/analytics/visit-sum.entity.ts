import { date, entityOf, integer, text } from '../platform/postgres/columns.js';

/**
 * Table `visit_sums`: the number of visits on each day, summed from the counted rows of `page_views` and
 * `funnel_events`. A query that reads the sums also counts the uncounted rows, so that its result is always
 * complete. No rebuild can restore the sums, because counted rows are deleted after the retention period.
 */
export const VisitSumEntity = entityOf('visit_sums', ['kind', 'day', 'name'], {
  /** `page` for views of pages, `step` for steps of the funnel. */
  kind: text(),
  /** In Europe/Berlin. */
  day: date,
  /** Name of the page or of the step. */
  name: text(),
  value: integer,
});
