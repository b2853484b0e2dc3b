import { byDefault, entityOf, instant, NOW, text } from '../platform/postgres/columns.js';

/** A stream of the log for which this database had neither a key nor a tombstone. */
export const MissingKeyEntity = entityOf('missing_keys', ['subject'], {
  subject: text(),
  foundAt: byDefault(NOW, instant),
});
