import { bigint, boolean, byDefault, bytea, entityOf, text } from '../platform/postgres/columns.js';

/**
 * Size and right edge of the tree over the log, with the MAC that only this service can make
 * (rule:tree-is-sealed). The table has only this row. Each statement that changes the leaves writes it.
 */
export const LogTreeEntity = entityOf('log_tree', ['single'], {
  single: byDefault(true, boolean),
  /** Number of leaves. */
  size: bigint,
  /** Roots of the complete subtrees, left to right, concatenated. */
  edge: bytea,
  /** Digest of the rows of `log_forks`. */
  forks: text(),
  mac: text(),
});
