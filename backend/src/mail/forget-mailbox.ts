import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Mailbox } from './mailbox.js';

/** The mailbox does not grow without end. */
export const forgetMailbox = (mailbox: Pick<Mailbox, 'forgetOld'>): Scheduled => ({
  name: 'forget-mailbox',
  everyMs: HOUR_MS,
  run: (signal) => mailbox.forgetOld(signal),
});
