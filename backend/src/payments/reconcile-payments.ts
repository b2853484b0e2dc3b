import type { Logger } from '../platform/logging/logger.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { PaymentReports } from './payment-reports.js';
import type { PaymentProvider } from './provider.js';

const ROUND = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Finds NDAs with payment intents that are open, in the order of their ids after the given one. */
export type FindPending = (
  after: string,
  limit: number,
) => Promise<readonly { readonly id: string; readonly intents: readonly string[] }[]>;

export interface ReconcileParts {
  readonly findPending: FindPending;
  readonly provider: PaymentProvider;
  readonly reports: PaymentReports;
  readonly logger: Logger;
  /** Most NDAs of one round; 500 by default. */
  readonly roundSize?: number;
}

/**
 * A payment whose webhook never comes is found all the same (rule:lost-reports-are-found). Each round goes on
 * where the last one ended: those who never pay must not keep the rest from being looked at.
 */
export function reconcilePayments({
  findPending,
  provider,
  reports,
  logger,
  roundSize = ROUND,
}: ReconcileParts): Scheduled {
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
      const pending = await findPending(after, roundSize);
      for (const paymentIntentId of pending.flatMap(({ intents }) => intents)) {
        if (signal.aborted) return;
        await look(paymentIntentId);
      }
      after = pending.length < roundSize ? BEFORE_ALL : (pending.at(-1)?.id ?? BEFORE_ALL);
    },
  };
}
