import {
  bigint,
  boolean,
  byDefault,
  entityOf,
  jsonb,
  orNull,
  text,
} from '../../platform/postgres/columns.js';

/**
 * The progress of the pass over the log that never ends (rule:log-is-passed). The table has only this row. A
 * MAC authenticates the state.
 */
export const LogPassEntity = entityOf('log_pass', ['single'], {
  single: byDefault(true, boolean),
  /** Increases with each takeover, so that the previous backend can no longer write. */
  turn: bigint,
  /** A `RoundState`. */
  state: orNull(jsonb()),
  mac: orNull(text()),
});
