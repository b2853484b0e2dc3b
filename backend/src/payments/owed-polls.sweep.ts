import type { Party } from '@siegel/contracts/enums';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { pollPaymentRequest } from './poll-payment.job.js';

/** Finds parties with a payment that is open at the provider, in the order of the NDAs' ids. */
export type FindOpenPayments = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly id: string; readonly parties: readonly Party[] }[]>;

/** Gives each open payment a job that polls it (rule:lost-reports-are-found). */
export const owedPolls = (find: FindOpenPayments): Sweep => ({
  name: 'owed-looks',
  gives: 'first jobs',
  find: inPages(find, ({ id, parties }) => parties.map((party) => pollPaymentRequest(id, party))),
});
