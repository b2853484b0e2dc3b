import type { Party } from '@siegel/contracts/enums';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { INTENTS_OPEN } from '../agreement.entity.js';

/**
 * Finds NDAs with an intent that may still bring money, wanted or not, and the parties of these intents;
 * ordered by id, after a given id. The cost depends on the number of open intents, not on the number of NDAs.
 */
export const openPayments = pagesById<{ readonly id: string; readonly parties: readonly Party[] }>(
  `SELECT id, intents_open_of AS parties FROM ndas WHERE ${INTENTS_OPEN}`,
);
