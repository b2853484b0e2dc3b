import { entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** Number of calls of one client, or of mails to one recipient, within one window. */
export const RateLimitEntity = entityOf('rate_limits', ['bucket', 'windowStart'], {
  /**
   * A keyed hash of the limit's name and of the key by which the limit counts, such as the client's address.
   * If the limit counts mails per recipient, the prefix `mail:` is added.
   */
  bucket: text(),
  windowStart: instant,
  count: integer,
});
