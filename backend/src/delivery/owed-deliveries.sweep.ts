import type { Party } from '@siegel/contracts/enums';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';
import { sendDocumentJob } from './send-document.job.js';

/** An NDA that is signed and paid and not sent, and of whose delivery something is still tried. */
export interface UnsentNda {
  readonly id: string;
  readonly hasDocument: boolean;
  /** To whom it is still to be sent, without those for whom nothing more is tried. */
  readonly open: readonly Party[];
}

export type FindUnsent = (after: string | undefined, limit: number) => Promise<readonly UnsentNda[]>;

/** Everything that is signed and paid and not sent: 'sending' (rule:completed-and-paid-is-sending). */
export const owedDeliveries = (findUnsent: FindUnsent): Sweep => ({
  name: 'owed-deliveries',
  find: inPages(findUnsent, ({ id, hasDocument, open }) =>
    hasDocument ? open.map((party) => sendDocumentJob(id, party)) : [deliverJob(id)],
  ),
});
