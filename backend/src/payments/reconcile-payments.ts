import type { Pool } from 'pg';
import type { Logger } from '../platform/logger.js';
import type { Scheduled } from '../platform/reactions/reaction.js';
import type { PaymentReports } from './payment-reports.js';
import type { PaymentProvider } from './provider.js';

const openIntents = `
  SELECT party1_payment_intent_id AS id FROM ndas WHERE party1_payment_status = 'pending' AND party1_payment_intent_id IS NOT NULL
  UNION ALL
  SELECT party2_payment_intent_id FROM ndas WHERE party2_payment_status = 'pending' AND party2_payment_intent_id IS NOT NULL
  LIMIT 500`;

/** A payment whose webhook never comes is found all the same (decisions 4). */
export const reconcilePayments = (pool: Pool, provider: PaymentProvider, reports: PaymentReports, logger: Logger): Scheduled => ({
  name: 'reconcile-payments',
  everyMs: 60_000,
  run: async (signal) => {
    const { rows } = await pool.query<{ id: string }>(openIntents);
    for (const { id } of rows) {
      if (signal.aborted) return;
      try {
        const report = await provider.lookUp(id);
        if (report !== undefined) await reports.apply(report);
      } catch (error) {
        logger.warn({ paymentIntentId: id, err: error }, 'a payment could not be reconciled; it is tried again in a minute');
      }
    }
  },
});
