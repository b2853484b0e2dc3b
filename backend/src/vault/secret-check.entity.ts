import { byDefault, entityOf, instant, NOW, orNull, text } from '../platform/postgres/columns.js';

/**
 * Check values of the secrets with which this database was written. A row with `retiredAt` belongs to a value
 * that was replaced. That value is no longer accepted as the value in use.
 */
export const SecretCheckEntity = entityOf('secret_checks', ['name', 'checkValue'], {
  name: text(),
  checkValue: text(),
  createdAt: byDefault(NOW, instant),
  retiredAt: orNull(instant),
});
