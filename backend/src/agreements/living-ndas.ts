import { LIVING } from './agreement.entity.js';

/**
 * Returns SQL for FROM with the rows that a reader may use (rule:erased-rows-are-closed). Only queries about
 * facts that outlast an erasure read the table itself: obligations, and the auditor's list.
 */
export const livingNdas = (alias = 'nda'): string => `(SELECT * FROM ndas WHERE ${LIVING}) ${alias}`;
