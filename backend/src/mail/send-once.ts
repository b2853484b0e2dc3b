import { newId } from '../platform/crypto/ids.js';
import { type JobContext, TryAgainIn } from '../platform/jobs/job.js';
import { untilAnswered } from '../platform/postgres/until-answered.js';
import type { AcceptedMails } from './accepted-mails.js';
import { MailFailed, type MailTransport, type OutgoingMail } from './mail-transport.js';

export interface SendOnceParts {
  readonly mail: MailTransport;
  readonly accepted: Pick<AcceptedMails, 'begin' | 'undo' | 'note'>;
}

/**
 * Sends a mail unless the provider has accepted it already (rule:each-mail-once). The database that holds the
 * job also records that an attempt has begun, and that the provider accepted the mail. The event store may be
 * unavailable when the provider accepts the mail. The next attempt then finds the outcome in this database.
 * If the database is unavailable, each write is repeated until it succeeds. Otherwise a short outage of the
 * database would delay the mail, or cause a second copy.
 * @throws TryAgainIn if another attempt has begun to send the mail, and its outcome is not known yet
 * @throws MailFailed, MailBrokenOff, JobLost
 */
export async function sendOnce(
  mail: OutgoingMail,
  { mail: transport, accepted }: SendOnceParts,
  { assertHeld, signal }: Pick<JobContext, 'assertHeld' | 'signal'>,
): Promise<void> {
  if (transport.once) {
    await transport.send(mail, signal);
    return;
  }
  const attempt = newId();
  const result = await untilAnswered(() => accepted.begin(mail.messageId, attempt), signal);
  if (result === 'accepted') return;
  if (result !== 'begun') throw new TryAgainIn(result.waitMs, new MailFailed('mail_unreachable'));
  try {
    await assertHeld();
    await transport.send(mail, signal);
  } catch (error) {
    const fateUnknown = error instanceof MailFailed && error.fateUnknown;
    if (!fateUnknown) await untilAnswered(() => accepted.undo(mail.messageId, attempt), signal);
    throw error;
  }
  await untilAnswered(() => accepted.note(mail.messageId), signal);
}
