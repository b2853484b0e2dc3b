import type { Commands } from '../../bus/commands.js';
import { systemContext } from '../../bus/system-context.js';
import type { NdaCommand } from '../../nda/nda.commands.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { type SentMail, sentMail } from '../../nda/rules/sent-mail.js';
import type { Clock } from '../../platform/clock.js';
import { derivedId } from '../../platform/ids.js';
import type { MailReport, MailReports } from './mail-reports.js';
import { messageDigest } from './sendgrid-message.js';

function commandOf({ what, code, reason }: MailReport, { party, messageId }: SentMail): NdaCommand {
  const about = { party, messageId };
  return what === 'delivered'
    ? { type: 'RecordMailDelivered', ...about }
    : { type: 'RecordMailBounced', ...about, code, reason };
}

/** Finds which mail of its NDA a report is about, and records it there once (rule:reports-of-mails-once). */
export class RecordMailReports implements MailReports {
  constructor(
    private readonly commands: Pick<Commands, 'run' | 'state'>,
    private readonly clock: Clock,
  ) {}

  async report(report: MailReport): Promise<void> {
    const { ndaId, what } = report;
    const { events } = await this.commands.state(ndaDecider, ndaId);
    const mail = sentMail(events, (messageId) => messageDigest(messageId) === report.messageDigest);
    if (mail === undefined) return;
    const context = systemContext(this.clock, derivedId('mail-report', ndaId, mail.messageId, what), {
      correlationId: mail.correlationId,
      causedBy: mail.eventId,
    });
    await this.commands.run(ndaDecider, ndaId, commandOf(report, mail), context);
  }
}
