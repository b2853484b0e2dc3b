import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import type { OwedMail } from '../nda/owed-mails.state.js';
import { sendMailRequest } from './send-mail-request.js';

/** An NDA whose events owe mails that are due now. */
export interface NdaOwingMails {
  /** The NDA's sort key in the sweep. */
  readonly id: string;
  readonly ndaId: string;
  readonly owed: readonly Pick<OwedMail, 'about' | 'kind'>[];
}

export type FindOwingMails = (after: string | undefined, limit: number) => Promise<readonly NdaOwingMails[]>;

/**
 * Finds the mails that are owed, so that they are sent even if their job was lost (rule:events-owe-mails).
 */
export const owedMails = (findOwing: FindOwingMails): Sweep => ({
  name: 'owed-mails',
  find: inPages(findOwing, ({ ndaId, owed }) =>
    owed.map(({ about, kind }) => sendMailRequest({ ndaId, eventId: about, kind })),
  ),
});
