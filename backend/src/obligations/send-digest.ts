import { type DigestKind, digestMail } from '../mail/kinds/digest.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { sendOnce } from '../mail/send-once.js';
import { mailPauseMs } from '../nda/rules/delivery-pauses.js';
import { isoNow } from '../platform/time/clock.js';
import { TryAgainIn } from '../platform/jobs/job.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Vault } from '../vault/vault.js';
import type { Owed } from './owed.js';

const EVERY_MS = 60_000;
/** Name of the encryption key that seals stored copies of the digest. No stream has this name. */
const SUBJECT = 'operator';
const LANGUAGE = 'de';

export interface DigestParts extends OwedMailParts {
  readonly owed: Pick<Owed, 'forOperator'>;
  readonly vault: Pick<Vault, 'createKey'>;
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** Returns the number of the digest: the day in Europe/Berlin as `YYYYMMDD`. */
export const digestNumber = (now: Date): number => Number(DAY.format(now).replaceAll('-', ''));

/**
 * Mails a list of the open obligations to the operator once a day (rule:digest-of-obligations). Each day's
 * message has its own id, so it is sent only once, even if several backends run, a backend restarts or a
 * clock is changed. If no address is configured, no digest is sent.
 */
export class SendDigest implements Scheduled {
  readonly name = 'send-digest';
  readonly everyMs = EVERY_MS;
  /**
   * Number of the last digest that this backend completed. Other backends read from the database that the
   * message was accepted.
   */
  private done: number | undefined;
  private attempts = 0;
  private notBefore = 0;

  constructor(private readonly parts: DigestParts) {}

  /** This is a property and not a method, because the caller may call it without the object. */
  readonly run = async (signal: AbortSignal): Promise<void> => {
    const { clock, site, owed } = this.parts;
    const now = clock.now();
    const number = digestNumber(now);
    const isWaiting = now.getTime() < this.notBefore && this.notBefore - now.getTime() <= MOST_PAUSE_MS;
    if (site.contact === null || this.done === number || isWaiting) return;
    const kinds = await owed.forOperator();
    if (kinds.length === 0) return;
    const mail = this.written(site.contact, number, kinds);
    try {
      await this.parts.vault.createKey(SUBJECT);
      await sendOnce(mail, this.parts, { signal, assertHeld: async () => signal.throwIfAborted() });
      this.done = number;
      this.attempts = 0;
      this.notBefore = 0;
    } catch (error) {
      this.failed(error, signal);
    }
  };

  private written(to: string, number: number, kinds: readonly DigestKind[]): OutgoingMail {
    const { site, host, clock } = this.parts;
    return {
      kind: 'digest',
      ...digestMail({ language: LANGUAGE, site, at: isoNow(clock), kinds }),
      messageId: messageIdOn(host, { about: 'obligations', kind: 'digest', recipient: 'operator', number }),
      stream: SUBJECT,
      to,
      attachments: [],
    };
  }

  /**
   * Schedules the next attempt, with the same pauses as for other mails (rule:retried-while-owed). Attempts
   * for this digest end with the day, because the next day has its own message.
   */
  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || !(error instanceof MailFailed || error instanceof TryAgainIn)) throw error;
    this.attempts += 1;
    const code = error instanceof MailFailed ? error.code : 'mail_unreachable';
    const pauseMs = error instanceof TryAgainIn ? error.ms : mailPauseMs(code, this.attempts);
    this.notBefore = this.parts.clock.now().getTime() + pauseMs;
    this.parts.logger.warn(
      { kind: 'digest', code, attempt: this.attempts },
      "a mail was not sent; docs/operations/troubles.md explains the value of 'code'",
    );
  }
}

/** A longer pause can only mean that the clock was set back, so the service does not wait for its end. */
const MOST_PAUSE_MS = 24 * 3_600_000;
