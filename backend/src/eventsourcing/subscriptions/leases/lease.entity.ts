import { bigint, entityOf, instant, text, uuid } from '../../../platform/postgres/columns.js';

/** Who leads what. Times are the database's. */
export const LeaseEntity = entityOf('leases', ['name'], {
  name: text(),
  holder: uuid,
  /** Raised by one with every new holder. */
  epoch: bigint,
  expiresAt: instant,
});
