import type { UnsentNda } from '../agreements/owed/owed-work.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';
import { sendDocumentJob } from './send-document.job.js';

type FindUnsent = (after: string | undefined, limit: number) => Promise<readonly UnsentNda[]>;

/**
 * Finds every NDA that is signed and paid but not sent. Such an NDA has the status 'sending'
 * (rule:completed-and-paid-is-sending).
 */
export const owedDeliveries = (findUnsent: FindUnsent): Sweep => ({
  name: 'owed-deliveries',
  find: inPages(findUnsent, ({ id, hasDocument, open }) =>
    hasDocument ? open.map((party) => sendDocumentJob(id, party)) : [deliverJob(id)],
  ),
});
