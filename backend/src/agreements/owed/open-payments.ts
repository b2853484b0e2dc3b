import type { Party } from '@siegel/contracts/enums';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { INTENTS_OPEN } from '../agreement.entity.js';

/**
 * Parties with an intent that may still bring money, wanted or not, in the order of the NDAs' ids after the given
 * one. What it costs follows from how many are open, not from how many NDAs there are.
 */
export const openPayments = pagesById<{ readonly id: string; readonly parties: readonly Party[] }>(
  `SELECT id, intents_open_of AS parties FROM ndas WHERE ${INTENTS_OPEN}`,
);
