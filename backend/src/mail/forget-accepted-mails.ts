import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { AcceptedMails } from './accepted-mails.js';

/** What was accepted long ago is recorded as sent, or is owed no more. */
export const forgetAcceptedMails = (accepted: Pick<AcceptedMails, 'forgetOld'>): Scheduled => ({
  name: 'forget-accepted-mails',
  everyMs: HOUR_MS,
  run: (signal) => accepted.forgetOld(signal),
});
