import { byDefault, entityOf, instant, NOW, orNull, text } from '../platform/postgres/columns.js';

/**
 * Check values of the secrets with which this database was written. A retired value was rotated out and is no
 * longer accepted as the current one.
 */
export const SecretCheckEntity = entityOf('secret_checks', ['name', 'checkValue'], {
  name: text(),
  checkValue: text(),
  createdAt: byDefault(NOW, instant),
  retiredAt: orNull(instant),
});
