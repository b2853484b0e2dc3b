import { createTransport, type Transporter } from 'nodemailer';
import { MailFailed, type MailTransport, type OutgoingMail } from './mail-transport.js';

const TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Sender, with or without a name: `Siegel <nda@example.org>`. */
  readonly from: string;
}

/** 5yz is the server's last word; everything else may be better next time. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;

export class SmtpTransport implements MailTransport {
  private readonly transporter: Transporter;

  constructor(private readonly options: SmtpOptions) {
    this.transporter = createTransport({
      url: options.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: OutgoingMail): Promise<{ messageId: string }> {
    try {
      await this.transporter.sendMail({
        messageId: mail.messageId,
        from: this.options.from,
        // An object, so that no part of the address is read as a list or a name.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
      });
    } catch (error) {
      throw new MailFailed(isRefusal(error) ? 'mail_refused' : 'mail_unreachable', { cause: error });
    }
    return { messageId: mail.messageId };
  }

  close(): void {
    this.transporter.close();
  }
}
