import { LIVING } from './agreement.entity.js';

/**
 * Returns SQL for a FROM clause. It selects only the rows of agreements that were created and are not erased
 * (rule:erased-rows-are-closed). The table itself is read only by the auditor's list, and by queries for data
 * that outlasts an erasure, for instance obligations.
 */
export const livingNdas = (alias = 'nda'): string => `(SELECT * FROM ndas WHERE ${LIVING}) ${alias}`;
