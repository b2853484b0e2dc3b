import { bigint, entityOf, instant, text, uuid } from '../../../platform/postgres/columns.js';

/** The leases and their holders. All times are from the database's clock. */
export const LeaseEntity = entityOf('leases', ['name'], {
  name: text(),
  holder: uuid,
  /** Increased by one for each new holder. */
  epoch: bigint,
  expiresAt: instant,
});
