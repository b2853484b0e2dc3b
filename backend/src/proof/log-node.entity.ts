import { bigint, bytea, entityOf, smallint } from '../platform/postgres/columns.js';

/**
 * Root of a complete subtree of the tree over the log. Every fourth level is stored (stored-tree.ts). A node
 * whose leaves are all covered by a checkpoint is never changed or removed. Other nodes can be removed or
 * replaced (`truncateTree`, `replaceNodes`).
 */
export const LogNodeEntity = entityOf('log_nodes', ['level', 'place'], {
  level: smallint(),
  place: bigint,
  hash: bytea,
});
