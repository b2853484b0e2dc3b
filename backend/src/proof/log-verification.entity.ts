import {
  bigint,
  boolean,
  byDefault,
  entityOf,
  instant,
  jsonb,
  orNull,
  text,
} from '../platform/postgres/columns.js';

/**
 * The row for the current verification of the whole log (rule:log-is-verified). If no verification is
 * running, the row is about the last verification. The table has only this row.
 */
export const LogVerificationEntity = entityOf('log_verification', ['single'], {
  single: byDefault(true, boolean),
  /** running, done, failed */
  state: text(),
  /** Increases with each takeover of the run, so that the previous owner can no longer write. */
  turn: bigint,
  /** The store that the positions in `pass` refer to. */
  storeId: orNull(text()),
  /** Progress: a `PassState` with hexadecimal hashes. */
  pass: orNull(jsonb()),
  /** Authenticates store, start and progress. A progress without it is not continued. */
  mac: orNull(text()),
  startedAt: instant,
  finishedAt: orNull(instant),
  firstBroken: orNull(jsonb()),
});
