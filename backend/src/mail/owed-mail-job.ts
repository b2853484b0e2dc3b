import { systemContext } from '../bus/system-context.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import {
  plausibleAttempt,
  isRefusedForGood,
  MAIL_REFUSED,
  mailPauseMs,
} from '../nda/rules/delivery-pauses.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import {
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  MISSING_ATTEMPTS,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { KeyMissing } from '../vault/vault.js';
import { type AcceptedMails, FATE_MS } from './accepted-mails.js';
import type { MailSite } from './mail-site.js';
import { MailFailed, type OutgoingMail } from './mail-transport.js';
import { sendOnce, type SendOnceParts } from './send-once.js';

/** Dependencies of every job that sends a mail. */
export interface OwedMailParts extends SendOnceParts {
  readonly accepted: Pick<AcceptedMails, 'begin' | 'undo' | 'note' | 'fate'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: MailSite;
  /** Host part of the Message-IDs. */
  readonly host: string;
}

/** A mail that is due now, with its failed attempts. */
export interface PendingMail {
  /** Ids and codes that identify the mail in log lines. */
  readonly name: Readonly<Record<string, string | number>>;
  /** Recorded failed attempts, oldest first. */
  readonly failed: readonly FailedAttempt[];
  /**
   * Time after which the mail is no longer sent, ISO 8601 UTC; missing if the mail is owed until it is
   * accepted or given up.
   */
  readonly until?: string;
}

export interface FailedAttempt {
  readonly at: string;
  readonly code: string;
  readonly attempt: number;
}

/** The record of a failed attempt. */
export interface MailFailure {
  /** Error code. It is stable and contains no personal data. */
  readonly code: string;
  /** True if the provider will not accept the mail, or if no further attempt follows. */
  readonly permanent: boolean;
  readonly attempt: number;
  /** Milliseconds until the next attempt; null after the last attempt. */
  readonly pauseMs: number | null;
}

/** A part of the mail is missing from the database. */
export class MailPartMissing extends Error {
  override readonly name = 'MailPartMissing';

  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Sends a mail that a stream owes, exactly once (rule:each-mail-once). A subclass determines which mail is
 * owed, writes the mail, and records its fate. This class handles all failures (rule:retried-while-owed).
 */
export abstract class OwedMailJob<Due extends PendingMail, Parts extends OwedMailParts>
  implements JobHandler
{
  abstract readonly task: string;
  /**
   * Number of jobs that run at once. A mail server that does not respond can occupy one job for ten minutes.
   */
  readonly slots: number = 8;

  constructor(protected readonly parts: Parts) {}

  /**
   * Returns the mail that the stream owes at this moment. Undefined if there is nothing more to send and the
   * job has nothing else to do.
   * @throws CauseMissing if the stream does not call for such a mail; TryAgainIn if the service may still
   * learn whether the mail was sent
   */
  protected abstract due(payload: JobRequest['payload'], context: JobContext): Promise<Due | undefined>;

  /** Writes the mail. @throws KeyMissing, MailPartMissing; TryAgainIn if another mail has to go first */
  protected abstract written(due: Due, context: JobContext): Promise<OutgoingMail>;

  protected abstract recordSent(due: Due, messageId: string): Promise<void>;

  protected abstract recordFailure(due: Due, failure: MailFailure): Promise<void>;

  async run(payload: JobRequest['payload'], context: JobContext): Promise<void> {
    const due = await this.due(payload, context);
    if (due === undefined) return;
    try {
      const mail = await this.written(due, context);
      await sendOnce(mail, this.parts, context);
      await this.recordSent(due, mail.messageId);
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || isUnavailable(error)) throw error;
      // While the mail was being sent, it may have become obsolete, because of an erasure or because its time
      // ran out. Such a mail is no longer owed, so its failure is not recorded.
      if ((await this.due(payload, context)) !== undefined) await this.failed(due, error, context);
    }
  }

  /**
   * Returns the context of a command that records the fate of a mail.
   * @param id the id of the agreement or of the withdrawal
   * @param event the event because of which the mail is owed
   * @param what names the fate. The command's id is derived from `id` and `what`, so the same fate is not
   * recorded twice.
   */
  protected context(
    { id, event }: { readonly id: string; readonly event: Pick<Recorded, 'id' | 'correlationId'> },
    ...what: (string | number)[]
  ): CommandContext {
    return systemContext(this.parts.clock, derivedId(id, ...what), {
      correlationId: event.correlationId,
      causedBy: event.id,
    });
  }

  /** Records that the time for sending the mail has run out, so no further attempt follows. */
  protected async giveUp(due: Due, context: JobContext): Promise<void> {
    const attempt = attemptOf(due, context);
    await this.recordFailure(due, { code: MAIL_GIVEN_UP, permanent: true, attempt, pauseMs: null });
  }

  /** Records the failure. @throws TryAgainIn, or the failure itself, if another attempt is worthwhile */
  private async failed(due: Due, error: unknown, context: JobContext): Promise<void> {
    const attempt = attemptOf(due, context);
    const code = codeOf(error);
    const finalCode = this.finalCode(due, error, attempt);
    const isOver = finalCode !== undefined;
    this.parts.logger.warn(
      { ...due.name, code, attempt, isOver },
      "a mail was not sent; docs/operations/troubles.md explains the value of 'code'",
    );
    const pauseMs = isOver ? null : this.pauseMs(due, error, attempt);
    const permanent = isOver || code === MAIL_REFUSED;
    await this.tryToRecord(due, { code: finalCode ?? code, permanent, attempt, pauseMs });
    if (isOver) return;
    if (!(error instanceof MailFailed)) throw error;
    throw new TryAgainIn(this.pauseMs(due, error, context.attempt), error);
  }

  /** Returns the code of the final failure; undefined while another attempt is worthwhile. */
  private finalCode(due: Due, error: unknown, attempt: number): string | undefined {
    if (isMissing(error) && attempt >= MISSING_ATTEMPTS) return 'input_missing';
    const first = due.failed.find(({ code }) => code === MAIL_REFUSED);
    const isBelieved = first !== undefined && isRefusedForGood(first.at, isoNow(this.parts.clock));
    return codeOf(error) === MAIL_REFUSED && isBelieved ? MAIL_GIVEN_UP : undefined;
  }

  private pauseMs({ until }: Due, error: unknown, attempt: number): number {
    const isUnknown = error instanceof MailFailed && error.fateUnknown;
    const pauseMs = isUnknown ? FATE_MS : mailPauseMs(codeOf(error), attempt);
    if (until === undefined) return pauseMs;
    return Math.min(pauseMs, Date.parse(until) - this.parts.clock.now().getTime());
  }

  private async tryToRecord(due: Due, failure: MailFailure): Promise<void> {
    try {
      await this.recordFailure(due, failure);
    } catch (error) {
      // The failure stays unrecorded. If the next attempt fails too, that attempt records its own failure.
      const { code } = failure;
      this.parts.logger.warn(
        { ...due.name, code, ...describeError(error) },
        'the failure of a mail could not be recorded as an event; if the next attempt to send the mail fails too, the service records that failure',
      );
    }
  }
}

const MAIL_GIVEN_UP = 'mail_given_up';

const attemptOf = ({ failed }: PendingMail, { attempt }: JobContext): number =>
  plausibleAttempt(attempt, Math.max(0, ...failed.map((earlier) => earlier.attempt)));

const isMissing = (error: unknown): boolean =>
  error instanceof KeyMissing || error instanceof MailPartMissing;

function codeOf(error: unknown): string {
  if (error instanceof MailFailed || error instanceof MailPartMissing) return error.code;
  return error instanceof KeyMissing ? 'key_missing' : 'unexpected';
}

/**
 * Returns the failure in the form that an agreement's event has. Omits `pauseMs` if it is null, or if it is
 * the usual pause for this code and attempt.
 */
export function withUnusualPause({
  pauseMs,
  ...failure
}: MailFailure): Omit<MailFailure, 'pauseMs'> & { readonly pauseMs?: number } {
  const isUsual = pauseMs === null || pauseMs === mailPauseMs(failure.code, failure.attempt);
  return isUsual ? failure : { ...failure, pauseMs };
}
