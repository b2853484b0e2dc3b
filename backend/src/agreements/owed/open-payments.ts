import type { Party } from '@siegel/contracts/enums';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { INTENTS_OPEN } from '../agreement.entity.js';

/**
 * Finds NDAs that have a payment intent through which a payment may still arrive, even if the payment is no
 * longer wanted. Also returns the parties of these intents. The NDAs are ordered by id and begin after a
 * given id. The cost depends on the number of open intents, not on the number of NDAs.
 */
export const openPayments = pagesById<{ readonly id: string; readonly parties: readonly Party[] }>(
  `SELECT id, intents_open_of AS parties FROM ndas WHERE ${INTENTS_OPEN}`,
);
