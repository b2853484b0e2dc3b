import { pipeline } from 'node:stream';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { oneLine } from './escape-html.js';
import { BeforeFinalDot } from './before-final-dot.js';
import {
  MAIL_HEADERS,
  MailBrokenOff,
  MailFailed,
  type MailTransport,
  type OutgoingMail,
} from './mail-transport.js';
import { smtpFault } from './smtp-fault.js';
import { hasCode } from '../platform/errors/has-code.js';

/** Milliseconds to connect and receive the greeting. */
const CONNECT_MS = 30_000;
/**
 * Milliseconds for which the server may be silent. A server that has received a whole message may take that
 * long to reply (RFC 5321 section 4.5.3.2.6). With a shorter limit, the message could be sent twice.
 */
const SILENCE_MS = 600_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Sender, with or without a name: `Siegel <nda@example.org>`. */
  readonly from: string;
  /** Milliseconds for which the server may be silent, 600 000 by default. */
  readonly silenceMs?: number;
  /** Milliseconds to connect and receive the greeting, 30 000 by default. */
  readonly connectMs?: number;
}

const wasAnswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && error.responseCode !== undefined;

/** Returns the reply address and the permitted extra headers, each in one line (rule:headers-of-mail). */
function linesOf({ replyTo, headers }: OutgoingMail): Pick<SendMailOptions, 'replyTo' | 'headers'> {
  const extraHeaders = MAIL_HEADERS.flatMap((key) => {
    const value = headers?.[key];
    return value === undefined ? [] : [{ key, value: oneLine(value) }];
  });
  return {
    headers: extraHeaders,
    ...(replyTo === undefined ? {} : { replyTo: { ...replyTo, name: oneLine(replyTo.name) } }),
  };
}

export class SmtpTransport implements MailTransport {
  readonly once = false;
  private readonly transporter: Transporter;
  /**
   * One stream for each mail that is being sent, by Message-ID. The stream holds back the end of the mail.
   */
  private readonly ends = new Map<string, BeforeFinalDot>();

  constructor(private readonly options: SmtpOptions) {
    this.transporter = createTransport({
      url: options.url,
      connectionTimeout: options.connectMs ?? CONNECT_MS,
      greetingTimeout: options.connectMs ?? CONNECT_MS,
      socketTimeout: options.silenceMs ?? SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transporter.use('stream', ({ data, message }, done) => {
      const read = message.createReadStream.bind(message);
      message.createReadStream = (settings) => {
        const end = new BeforeFinalDot();
        this.ends.set(String(data.messageId), end);
        // The callback ignores errors, because the SMTP client handles the errors of the stream that it gets.
        return pipeline(read(settings), end, () => {});
      };
      done();
    });
  }

  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ messageId: string }> {
    const breakingOff = new AbortController();
    const breakOff = (): void => {
      if (!this.isHandedOver(mail)) breakingOff.abort();
    };
    signal?.addEventListener('abort', breakOff);
    if (signal?.aborted === true) breakOff();
    try {
      await this.transporter.sendMail({
        messageId: mail.messageId,
        from: this.options.from,
        // `to` is an object, so that the client does not parse the address as a list or a name. The client
        // writes the address's domain in ASCII (rule:addresses-of-mail).
        to: { name: '', address: mail.to },
        ...linesOf(mail),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: [...mail.attachments],
        signal: breakingOff.signal,
      });
    } catch (cause) {
      if (hasCode(cause, 'EABORT')) throw new MailBrokenOff({ cause });
      const fateUnknown = this.isHandedOver(mail) && !wasAnswered(cause);
      throw new MailFailed(fateUnknown ? 'mail_unreachable' : smtpFault(cause), { fateUnknown, cause });
    } finally {
      signal?.removeEventListener('abort', breakOff);
      this.ends.get(mail.messageId)?.destroy();
      this.ends.delete(mail.messageId);
    }
    return { messageId: mail.messageId };
  }

  /** True if the server may have the whole mail. */
  private isHandedOver({ messageId }: OutgoingMail): boolean {
    return this.ends.get(messageId)?.isDotWritten === true;
  }

  /** Receives the greeting and logs in, but sends nothing. @throws MailFailed */
  async greet(): Promise<void> {
    try {
      await this.transporter.verify();
    } catch (cause) {
      throw new MailFailed(smtpFault(cause), { cause });
    }
  }

  close(): void {
    this.transporter.close();
  }
}
