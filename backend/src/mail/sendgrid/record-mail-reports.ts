import type { MailKind } from '@siegel/contracts/enums';
import type { Commands } from '../../bus/commands.js';
import { systemContext } from '../../bus/system-context.js';
import type { NdaCommand } from '../../nda/nda.commands.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { type SentMail, sentMails } from '../../nda/rules/sent-mail.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../platform/crypto/ids.js';
import type { MailReport, MailReports } from './mail-reports.js';
import { messageDigest } from './sendgrid-message.js';

/**
 * Kinds of mail that ask the recipient to sign. If the recipient reports such a mail as spam, the service
 * also records that this address declines reminders.
 */
const INVITING: readonly MailKind[] = ['invitation', 'reminder'];

/** Returns the commands that follow from a report, in the order in which they have to run. */
function commandsOf(report: MailReport, mail: SentMail): readonly NdaCommand[] {
  const { what, code, permanent, reason } = report;
  const { kind, party, messageId, address } = mail;
  const about = { kind, party, messageId };
  if (what === 'delivered') return [{ type: 'RecordMailDelivered', ...about }];
  const bounced = { type: 'RecordMailBounced', ...about, code, permanent, reason } as const;
  return code === 'spam' && INVITING.includes(kind)
    ? [bounced, { type: 'DeclineReminders', address }]
    : [bounced];
}

/**
 * Finds the mail of the NDA that a report is about, and records each report once
 * (rule:reports-of-mails-once).
 */
export class RecordMailReports implements MailReports {
  constructor(
    private readonly commands: Pick<Commands, 'run' | 'state'>,
    private readonly clock: Clock,
  ) {}

  async about(ndaId: string): Promise<(report: MailReport) => Promise<void>> {
    const { events } = await this.commands.state(ndaDecider, ndaId);
    const mails = new Map<string, SentMail>();
    for (const mail of sentMails(events)) {
      const digest = messageDigest(mail.messageId);
      if (!mails.has(digest)) mails.set(digest, mail);
    }
    const done = new Set<string>();
    return async (report) => {
      const mail = mails.get(report.messageDigest);
      if (mail !== undefined) await this.record(report, mail, done);
    };
  }

  /** @param done ids of the commands that ran since the NDA was read; they need not run again */
  private async record(report: MailReport, mail: SentMail, done: Set<string>): Promise<void> {
    const { ndaId } = report;
    for (const command of commandsOf(report, mail)) {
      const id = derivedId('mail-report', ndaId, mail.messageId, command.type);
      if (done.has(id)) continue;
      const caused = { correlationId: mail.correlationId, causedBy: mail.eventId };
      await this.commands.run(ndaDecider, ndaId, command, systemContext(this.clock, id, caused));
      done.add(id);
    }
  }
}
