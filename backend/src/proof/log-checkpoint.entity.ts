import { bigint, bytea, entityOf, instant, text } from '../platform/postgres/columns.js';

/**
 * A signed root of the tree over the log (rule:log-is-checkpointed). The row is kept permanently and never
 * changed.
 */
export const LogCheckpointEntity = entityOf('log_checkpoints', ['size'], {
  /** Number of leaves. */
  size: bigint,
  root: bytea,
  at: instant,
  keyId: text(),
  /** Ed25519. */
  signature: bytea,
});
