import type { Commands } from '../../bus/commands.js';
import { systemContext } from '../../bus/system-context.js';
import type { NdaCommand } from '../../nda/nda.commands.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { type SentMail, sentMail } from '../../nda/rules/sent-mail.js';
import type { Clock } from '../../platform/clock.js';
import { derivedId } from '../../platform/ids.js';
import type { MailReport, MailReports } from './mail-reports.js';
import { messageDigest } from './sendgrid-message.js';

function commandOf(report: MailReport, { kind, party, messageId }: SentMail): NdaCommand {
  const about = { kind, party, messageId };
  const { what, code, permanent, reason } = report;
  return what === 'delivered'
    ? { type: 'RecordMailDelivered', ...about }
    : { type: 'RecordMailBounced', ...about, code, permanent, reason };
}

/** Whoever calls an invitation or a reminder spam is not reminded (rule:declined-reminders-stay-away). */
const declines = ({ code }: MailReport, { kind }: SentMail): boolean =>
  code === 'spam' && (kind === 'invitation' || kind === 'reminder');

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
    const run = (command: NdaCommand, as: string) =>
      this.commands.run(
        ndaDecider,
        ndaId,
        command,
        systemContext(this.clock, derivedId('mail-report', ndaId, mail.messageId, as), {
          correlationId: mail.correlationId,
          causedBy: mail.eventId,
        }),
      );
    await run(commandOf(report, mail), what);
    if (declines(report, mail)) await run({ type: 'DeclineReminders', address: mail.address }, 'declined');
  }
}
