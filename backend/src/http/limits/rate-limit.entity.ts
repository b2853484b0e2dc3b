import { entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** Number of a client's calls within one window. */
export const RateLimitEntity = entityOf('rate_limits', ['bucket', 'windowStart'], {
  /** A keyed hash of limit and address. */
  bucket: text(),
  windowStart: instant,
  count: integer,
});
