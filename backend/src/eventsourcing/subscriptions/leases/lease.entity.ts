import { bigint, entityOf, instant, text, uuid } from '../../../platform/postgres/columns.js';

/** Which backend holds which lease. Times are the database's. */
export const LeaseEntity = entityOf('leases', ['name'], {
  name: text(),
  holder: uuid,
  /** Raised by one with every new holder. */
  epoch: bigint,
  expiresAt: instant,
});
