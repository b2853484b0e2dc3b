import type { Party } from '@siegel/contracts/enums';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { INTENTS_OPEN } from '../agreement.entity.js';

/**
 * Finds NDAs with a payment intent that may still bring money, whether or not the payment is still wanted.
 * Returns the parties of these intents too. The NDAs are ordered by id and begin after a given id. The cost
 * depends on the number of open intents, not on the number of NDAs.
 */
export const openPayments = pagesById<{ readonly id: string; readonly parties: readonly Party[] }>(
  `SELECT id, intents_open_of AS parties FROM ndas WHERE ${INTENTS_OPEN}`,
);
