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

/** The current verification of the whole log, or the last one (rule:log-is-verified). One row. */
export const LogVerificationEntity = entityOf('log_verification', ['single'], {
  single: byDefault(true, boolean),
  /** running, done, failed */
  state: text(),
  /** Each takeover of the run raises it: the previous owner can then no longer write. */
  turn: bigint,
  /** The store that the positions in `pass` refer to. */
  storeId: orNull(text()),
  /** Progress: a `PassState` with hexadecimal hashes. */
  pass: orNull(jsonb()),
  startedAt: instant,
  finishedAt: orNull(instant),
  firstBroken: orNull(jsonb()),
});
