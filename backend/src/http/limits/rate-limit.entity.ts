import { entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** How often a client called within one window. */
export const RateLimitEntity = entityOf('rate_limits', ['bucket', 'windowStart'], {
  /** Keyed hash of limit and address. */
  bucket: text(),
  windowStart: instant,
  count: integer,
});
