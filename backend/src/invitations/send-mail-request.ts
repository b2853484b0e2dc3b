import type { OwedKind } from '../nda/owed-mails.state.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';

/** Identifies one mail by its kind and by the event of the NDA that owes it. */
export interface OwedMailReference {
  readonly ndaId: string;
  readonly eventId: string;
  readonly kind: OwedKind;
}

export const SEND_MAIL_TASK = 'send-mail';
export const QUEUE_MAILS_TASK = 'queue-owed-mails';

/** Each mail has a job of its own, so that a delay of one mail does not delay the others. */
export const sendMailRequest = ({ ndaId, eventId, kind }: OwedMailReference): KeyedJob => ({
  task: SEND_MAIL_TASK,
  payload: { ndaId, eventId, kind },
  key: `mail:${ndaId}:${kind}:${eventId}`,
});

/**
 * Returns a job. When this job runs, it enqueues another job for each mail that the NDA then owes. The
 * enqueued jobs are due immediately.
 */
export const queueMailsRequest = (ndaId: string): KeyedJob => ({
  task: QUEUE_MAILS_TASK,
  payload: { ndaId },
  key: `mails:${ndaId}`,
});
