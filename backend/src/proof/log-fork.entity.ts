import { bigint, entityOf, integer, text } from '../platform/postgres/columns.js';

/**
 * A leaf whose stream and revision had another leaf before (rule:no-second-event-at-a-place). The row of
 * `log_tree` contains a digest of all rows.
 */
export const LogForkEntity = entityOf('log_forks', ['place'], {
  /** Place of the second leaf. */
  place: bigint,
  stream: text(),
  revision: integer,
});
