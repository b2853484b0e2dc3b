import { byDefault, entityOf, instant, NOW, text } from '../platform/postgres/columns.js';

/** A stream of the log that was found to have neither a key here nor a key's tombstone. */
export const MissingKeyEntity = entityOf('missing_keys', ['subject'], {
  subject: text(),
  foundAt: byDefault(NOW, instant),
});
