import type { KeyObject } from 'node:crypto';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { codeOf, isPassing } from '../../http/problems/problem.js';
import type { Clock } from '../../platform/time/clock.js';
import { errorDetails } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { isRefusedStatement } from '../../platform/postgres/refused.js';
import type { HandledReports } from './handled-reports.js';
import type { MailReport, MailReports } from './mail-reports.js';
import { type Entry, entriesOf } from './webhook-entries.js';
import { isSigned, type Signed } from './webhook-signature.js';

/**
 * Number of NDAs whose reports are handled at once. With this number, one call puts no more load on the
 * database than one user does.
 */
const CONCURRENCY = 4;
/**
 * Milliseconds after which the webhook records no further report, so that there is time for the response.
 */
const WITHIN_MS = 3_500;

/**
 * Number of reports about one NDA that are recorded as events before the webhook marks them as handled. If a
 * call is cut off, SendGrid's next call continues after the last portion that was marked.
 */
const PORTION = 100;

type Recorder = Awaited<ReturnType<MailReports['about']>>;

export interface WebhookParts {
  /** The key that verifies SendGrid's signatures. If it is undefined, every call gets 404. */
  readonly key: KeyObject | undefined;
  readonly reports: MailReports;
  readonly handled: Pick<HandledReports, 'among' | 'note'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * True if a later attempt can succeed: a store or a key is only temporarily unavailable, or the records that
 * would keep the report are closed until the operator begins their next part.
 */
const isTemporary = (error: unknown): boolean => isPassing(codeOf(error)) || error instanceof StreamUntrusted;

const idsOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ eventId }) => eventId).filter((id) => id !== undefined);

/** Groups entries by NDA. Each group keeps the order in which SendGrid saw the entries. */
function byNda(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { ndaId } = entry.report;
    const group = groups.get(ndaId);
    if (group === undefined) groups.set(ndaId, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map((group) => group.toSorted((one, other) => timeOf(one) - timeOf(other)));
}

const timeOf = ({ report }: Entry): number => report.at.getTime();

/** Handles SendGrid's calls (rule:reports-are-signed, rule:reports-of-mails-once). */
export class SendGridWebhook {
  constructor(private readonly parts: WebhookParts) {}

  /**
   * Records every report about our messages that can be recorded.
   * @throws RuleBroken not_found: no key is configured; webhook_signature, malformed_json, body_too_large;
   * unavailable: some reports could not be recorded yet, and SendGrid may repeat the call
   */
  async take(call: Signed): Promise<void> {
    const { key, handled, clock } = this.parts;
    if (key === undefined) throw new RuleBroken('not_found');
    const now = clock.now();
    if (!isSigned(call, key, now)) throw new RuleBroken('webhook_signature');
    const entries = await entriesOf(call.body, now);
    const done = await handled.among(idsOf(entries));
    const open = entries.filter(({ eventId }) => eventId === undefined || !done.has(eventId));
    await this.recordAll(byNda(open), now.getTime() + WITHIN_MS);
  }

  /** @throws RuleBroken unavailable */
  private async recordAll(groups: readonly (readonly Entry[])[], until: number): Promise<void> {
    const waiting = groups.values();
    let isComplete = true;
    const work = async (): Promise<void> => {
      for (const entries of waiting)
        if (this.isOver(until) || !(await this.recordAllOf(entries, until))) isComplete = false;
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (!isComplete) throw new RuleBroken('unavailable');
  }

  private isOver(until: number): boolean {
    return this.parts.clock.now().getTime() > until;
  }

  /**
   * Records the entries of one NDA in order, and marks them as handled in portions. If the time runs out, the
   * next call continues after the last entry that was marked.
   * @returns false if SendGrid has to repeat an entry
   */
  private async recordAllOf(entries: readonly Entry[], until: number): Promise<boolean> {
    let isComplete = true;
    try {
      const record = await this.recorderFor(entries);
      if (record === undefined) return true;
      for (let from = 0; from < entries.length; from += PORTION) {
        const portion = entries.slice(from, from + PORTION);
        if (!(await this.recordPortion(portion, record, until))) isComplete = false;
      }
      return isComplete;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      this.logRefused(entries[0]?.report, error);
      return false;
    }
  }

  /** @returns false if SendGrid has to repeat an entry */
  private async recordPortion(entries: readonly Entry[], record: Recorder, until: number): Promise<boolean> {
    const recorded: Entry[] = [];
    let isComplete = true;
    for (const entry of entries) {
      const outcome = this.isOver(until) ? 'later' : await this.record(entry, record);
      if (outcome === 'recorded') recorded.push(entry);
      if (outcome === 'later') isComplete = false;
    }
    await this.parts.handled.note(idsOf(recorded));
    return isComplete;
  }

  /**
   * Returns the function that records the reports about an NDA. Undefined if the NDA is permanently
   * unreadable, so that its reports are skipped.
   */
  private async recorderFor([first]: readonly Entry[]): Promise<Recorder | undefined> {
    if (first === undefined) return undefined;
    try {
      return await this.parts.reports.about(first.report.ndaId);
    } catch (error) {
      if (isTemporary(error)) throw error;
      this.logSkipped(first.report, error);
      return undefined;
    }
  }

  private async record({ report }: Entry, record: Recorder): Promise<'recorded' | 'later' | 'failed'> {
    try {
      await record(report);
      return 'recorded';
    } catch (error) {
      if (isTemporary(error)) {
        this.logRefused(report, error);
        return 'later';
      }
      this.logSkipped(report, error);
      return 'failed';
    }
  }

  /**
   * Logs that the database refuses a statement. SendGrid's next call may fail in the same way, and nothing else names
   * the cause. A report is not skipped for this reason: once the operator has put the database right, it is recorded.
   */
  private logRefused(report: MailReport | undefined, error: unknown): void {
    if (!isRefusedStatement(error)) return;
    this.parts.logger.error(
      { ndaId: report?.ndaId, what: report?.what, error: errorDetails(error) },
      'The database refused a statement that records a SendGrid report about a mail. SendGrid repeats the report for up to a day. Look for a trigger, constraint or permission that was changed. If nothing was changed, report this log line to the maintainers of Siegel.',
    );
  }

  private logSkipped({ ndaId, what }: MailReport, error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error;
    this.parts.logger.error(
      { ndaId, what, name },
      'A SendGrid report about a mail cannot be recorded and is skipped. siegel replay <ndaId> shows what is recorded about the mail.',
    );
  }
}
