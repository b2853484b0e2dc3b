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
/** The key that seals what the mailbox keeps of it; not a stream's. */
const SUBJECT = 'operator';
const LANGUAGE = 'de';

export interface DigestParts extends OwedMailParts {
  readonly owed: Pick<Owed, 'forOperator'>;
  readonly vault: Pick<Vault, 'createKey'>;
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** `YYYYMMDD` in Europe/Berlin: the number of the digest. */
export const digestNumber = (now: Date): number => Number(DAY.format(now).replaceAll('-', ''));

/**
 * Tells the operator once a day what stands open (rule:digest-of-obligations): a day's message has one id, and it is
 * sent once, however many backends look, start anew or have their clocks set. Without an address nobody is told.
 */
export class SendDigest implements Scheduled {
  readonly name = 'send-digest';
  readonly everyMs = EVERY_MS;
  /** Of which nothing is left to do here; another backend finds the message accepted. */
  private done: number | undefined;
  private attempts = 0;
  private notBefore = 0;

  constructor(private readonly parts: DigestParts) {}

  /** A property: whoever runs it may have taken it out of the object. */
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

  /** It is tried again as other mails are (rule:retried-while-owed); the next day has a message of its own. */
  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || !(error instanceof MailFailed || error instanceof TryAgainIn)) throw error;
    this.attempts += 1;
    const code = error instanceof MailFailed ? error.code : 'mail_unreachable';
    const pauseMs = error instanceof TryAgainIn ? error.ms : mailPauseMs(code, this.attempts);
    this.notBefore = this.parts.clock.now().getTime() + pauseMs;
    this.parts.logger.warn({ kind: 'digest', code, attempt: this.attempts }, 'a mail was not sent');
  }
}

/** A pause that is longer was begun by another clock. */
const MOST_PAUSE_MS = 24 * 3_600_000;
