import type { Party } from '@siegel/contracts/enums';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { pollPaymentRequest } from './poll-payment.job.js';

/**
 * Finds NDAs with a payment that is open at the provider, ordered by NDA id, and returns the paying parties
 * of each.
 */
export type FindOpenPayments = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly id: string; readonly parties: readonly Party[] }[]>;

/** Requests a job that polls the provider for each open payment (rule:lost-reports-are-found). */
export const owedPolls = (find: FindOpenPayments): Sweep => ({
  name: 'owed-looks',
  gives: 'first jobs',
  find: inPages(find, ({ id, parties }) => parties.map((party) => pollPaymentRequest(id, party))),
});
