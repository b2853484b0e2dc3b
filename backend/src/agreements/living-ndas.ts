import { LIVING } from './agreement.entity.js';

/**
 * Returns SQL for a FROM clause that selects only rows of created agreements that are not erased
 * (rule:erased-rows-are-closed). The table itself is read only by queries about facts that outlast an
 * erasure, for instance obligations, and by the auditor's list.
 */
export const livingNdas = (alias = 'nda'): string => `(SELECT * FROM ndas WHERE ${LIVING}) ${alias}`;
