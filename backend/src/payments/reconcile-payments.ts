import type { Pool } from 'pg';
import type { Logger } from '../platform/logger.js';
import type { Scheduled } from '../platform/reactions/reaction.js';
import type { PaymentReports } from './payment-reports.js';
import type { PaymentProvider } from './provider.js';

const ROUND = 500;
/** In the order of the NDAs, from where the last round ended: those who never pay must not keep the rest from being looked at. */
const openIntents = `
  SELECT id, array_remove(ARRAY[
      CASE WHEN party1_payment_status = 'pending' THEN party1_payment_intent_id END,
      CASE WHEN party2_payment_status = 'pending' THEN party2_payment_intent_id END], NULL) AS intents
  FROM ndas WHERE (party1_payment_status = 'pending' OR party2_payment_status = 'pending') AND id > $1
  ORDER BY id LIMIT $2`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface ReconcileParts {
  readonly pool: Pool;
  readonly provider: PaymentProvider;
  readonly reports: PaymentReports;
  readonly logger: Logger;
  /** Most NDAs of one round; 500 by default. */
  readonly roundSize?: number;
}

/** A payment whose webhook never comes is found all the same (decisions 4). */
export function reconcilePayments({ pool, provider, reports, logger, roundSize = ROUND }: ReconcileParts): Scheduled {
  let after = BEFORE_ALL;
  const look = async (paymentIntentId: string): Promise<void> => {
    try {
      const report = await provider.lookUp(paymentIntentId);
      if (report !== undefined) await reports.apply(report);
    } catch (error) {
      logger.warn({ paymentIntentId, err: error }, 'a payment could not be reconciled; it is tried again');
    }
  };
  return {
    name: 'reconcile-payments',
    everyMs: 60_000,
    run: async (signal) => {
      const { rows } = await pool.query<{ id: string; intents: string[] }>(openIntents, [after, roundSize]);
      for (const paymentIntentId of rows.flatMap((row) => row.intents)) {
        if (signal.aborted) return;
        await look(paymentIntentId);
      }
      after = rows.length < roundSize ? BEFORE_ALL : (rows.at(-1)?.id ?? BEFORE_ALL);
    },
  };
}
