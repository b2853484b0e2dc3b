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

/** The verification of the whole log that is under way, or was the last one (rule:log-is-verified). One row. */
export const LogVerificationEntity = entityOf('log_verification', ['single'], {
  single: byDefault(true, boolean),
  /** running, done, failed */
  state: text(),
  /** Raised by whoever takes the run over: whoever had it before writes nothing any more. */
  turn: bigint,
  /** Whose positions `pass` names. */
  storeId: orNull(text()),
  /** How far it is: a `PassState`, its hashes in hexadecimal. */
  pass: orNull(jsonb()),
  startedAt: instant,
  finishedAt: orNull(instant),
  firstBroken: orNull(jsonb()),
});
