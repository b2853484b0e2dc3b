import type { Commands } from '../bus/commands.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { matchIn } from '../platform/jobs/payload.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Clock } from '../platform/time/clock.js';
import type { MailFacts, PaymentFacts } from '../trust-stream/kept-report.events.js';
import type { OpenReport } from '../trust-stream/records.state.js';
import { RECORDS_STREAM_PREFIX, type RecordsEvent, recordsPartOf } from '../trust-stream/trust.events.js';
import { appendFact } from './kept-facts.js';
import { StreamRecords } from './records.js';

const NEVER_APPENDED =
  'Reports were kept for a stream that the operator ended, so they are never recorded in it. siegel log:repair <stream> lists them: look at payments at the provider, and answer disputes yourself.';
const PAYMENT_REFUSED =
  'A payment was reported while its agreement was closed, and the repaired agreement cannot record it. Most likely the agreement was erased or does not know the payment. Look at the payment at the provider, and refund it if nothing is owed for it.';
const REFUSED =
  'A report was kept while its agreement was closed, and the repaired agreement cannot record it. Most likely the agreement was erased meanwhile. The stream of records about the agreement has the report.';

const TASK = 'append-kept-reports';
/** Maximum number of streams for which one run of the sweep enqueues jobs. */
const PAGE = 500;
/** Only agreements have reports that are kept. */
const NDA_STREAM = new RegExp(`^${NDA_STREAM_PREFIX}[0-9a-f-]{36}$`);

/** Functions of the providers' modules that apply a kept report. Both are safe to repeat. */
export interface ReportAppliers {
  readonly payment: (ndaId: string, facts: PaymentFacts) => Promise<void>;
  readonly mail: (ndaId: string, facts: MailFacts) => Promise<void>;
}

export interface AppendingParts extends ReportAppliers {
  readonly commands: Pick<Commands, 'run' | 'state' | 'lastTrusted'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const request = (stream: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { stream },
  key: `kept-reports:${stream}`,
});

/** Requests the job that appends kept reports. The job is parked while the stream is closed. */
export const appendKeptReportsWhenKept: Reaction<RecordsEvent> = {
  name: 'append-kept-reports-when-kept',
  streamPrefix: RECORDS_STREAM_PREFIX,
  react: ({ type, stream }): readonly JobRequest[] => {
    const about = type === 'ReportKept' ? recordsPartOf(stream)?.stream : undefined;
    return about === undefined ? [] : [request(about)];
  },
};

/** Finds streams with kept reports. @param streams returns their names in order */
export const owedKeptReports = (streams: () => Promise<readonly string[]>): Sweep => ({
  name: 'owed-kept-reports',
  find: async (after = '') => {
    const found = (await streams()).filter((stream) => stream > after && NDA_STREAM.test(stream));
    const page = found.slice(0, PAGE);
    return { jobs: page.map(request), next: found.length > PAGE ? page.at(-1) : undefined };
  },
});

/**
 * Appends the reports that were kept while an agreement was closed, in the order in which they came
 * (rule:reports-wait-for-the-repair). An ended agreement never gets them.
 */
export class AppendKeptReportsJob implements JobHandler {
  readonly task = TASK;
  private readonly records: StreamRecords;

  constructor(private readonly parts: AppendingParts) {
    this.records = new StreamRecords(parts.commands);
  }

  /** @throws StreamUntrusted while the agreement is closed; CauseMissing */
  async run(payload: JobRequest['payload']): Promise<void> {
    const stream = matchIn(payload, 'stream', NDA_STREAM);
    const { open, appended, ended } = await this.records.read(stream);
    if (open.length + appended.length === 0) throw new CauseMissing();
    if (open.length === 0) return;
    if (ended !== null) {
      const kinds = open.map(({ report }) => report.kind);
      this.parts.logger.error({ stream, kinds }, NEVER_APPENDED);
      return;
    }
    const ndaId = ndaIdOf(stream);
    await this.parts.commands.state(lenientNdaDecider, ndaId);
    for (const report of open) {
      const outcome = await this.append(ndaId, report);
      if (outcome === 'refused') this.refused(stream, report);
      await this.records.noteAppended(stream, report, outcome, this.parts.clock);
    }
  }

  /** The agreement has no use for the report, for instance because it was erased meanwhile. */
  private refused(stream: string, { eventId, report: { kind, facts } }: OpenReport): void {
    const payment = kind === 'payment' ? { paymentIntentId: facts.paymentIntentId } : {};
    this.parts.logger.error(
      { stream, kind, eventId, ...payment },
      kind === 'payment' ? PAYMENT_REFUSED : REFUSED,
    );
  }

  private async append(ndaId: string, kept: OpenReport): Promise<'appended' | 'refused'> {
    const { commands, payment, mail } = this.parts;
    const { report } = kept;
    try {
      if (report.kind === 'payment') await payment(ndaId, report.facts);
      else if (report.kind === 'mail') await mail(ndaId, report.facts);
      else if ((await appendFact(commands, ndaId, kept)) === 'refused') return 'refused';
      return 'appended';
    } catch (error) {
      if (error instanceof RuleBroken) return 'refused';
      throw error;
    }
  }
}
