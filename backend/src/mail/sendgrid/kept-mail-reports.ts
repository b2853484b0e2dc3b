import type { ReportKeeper } from '../../closed-streams/report-keeper.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { ndaStream } from '../../nda/nda.events.js';
import type { MailFacts } from '../../trust-stream/kept-report.events.js';
import type { MailReport, MailReports } from './mail-reports.js';

/**
 * Records reports about mails. Reports about the mails of a closed agreement are kept instead, and applied later
 * (rule:reports-wait-for-the-repair). A kept report lacks the explanation, because that is personal data.
 */
export class KeptMailReports implements MailReports {
  constructor(
    private readonly reports: MailReports,
    private readonly keeper: Pick<ReportKeeper, 'keep'>,
  ) {}

  async about(ndaId: string): Promise<(report: MailReport) => Promise<void>> {
    const record = await this.orKept(
      () => this.reports.about(ndaId),
      async () => (report: MailReport) => this.keep(report),
    );
    return (report) =>
      this.orKept(
        () => record(report),
        () => this.keep(report),
      );
  }

  /** Applies a kept report. @throws StreamUntrusted, RuleBroken */
  async apply(ndaId: string, { at, ...facts }: MailFacts): Promise<void> {
    const record = await this.reports.about(ndaId);
    await record({ ...facts, ndaId, at: new Date(at), reason: '' });
  }

  private async orKept<Done>(act: () => Promise<Done>, keep: () => Promise<Done>): Promise<Done> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StreamUntrusted)) throw error;
      return keep();
    }
  }

  private async keep({ ndaId, messageDigest, what, code, permanent, at }: MailReport): Promise<void> {
    const facts = { messageDigest, what, code, permanent, at: at.toISOString() };
    await this.keeper.keep(ndaStream(ndaId), { kind: 'mail', facts }, [messageDigest, what, code]);
  }
}
