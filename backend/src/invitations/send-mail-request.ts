import type { OwedKind } from '../nda/owed-mails.state.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';

/** Names one mail: what it is, and which event of which NDA calls for it. */
export interface MailErrand {
  readonly ndaId: string;
  readonly eventId: string;
  readonly kind: OwedKind;
}

export const SEND_MAIL_TASK = 'send-mail';
export const QUEUE_MAILS_TASK = 'queue-owed-mails';

/** One obligation for each mail: what holds up one does not hold up the other. */
export const sendMailRequest = ({ ndaId, eventId, kind }: MailErrand): KeyedJob => ({
  task: SEND_MAIL_TASK,
  payload: { ndaId, eventId, kind },
  key: `mail:${ndaId}:${kind}:${eventId}`,
});

/** Whatever the NDA's events owe now, at once. */
export const queueMailsRequest = (ndaId: string): KeyedJob => ({
  task: QUEUE_MAILS_TASK,
  payload: { ndaId },
  key: `mails:${ndaId}`,
});
