/** A mail as it is handed to a provider. Everything in it may be personal. */
export interface OutgoingMail {
  /**
   * In angle brackets, derived from the obligation: the same mail always has the same (rule:each-mail-once).
   */
  readonly messageId: string;
  /** Stream of the NDA that it concerns: its key seals what is kept of the mail. */
  readonly stream: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/**
 * The way to a mail provider. Sending the same message again does no harm beyond a copy under the same
 * Message-ID.
 */
export interface MailTransport {
  /** Resolves when the provider has accepted the message. @throws MailFailed */
  send(mail: OutgoingMail): Promise<{ readonly messageId: string }>;
}

/**
 * `mail_refused`: the provider will not take this message; `mail_unreachable`: it could not be asked. Neither
 * holds the provider's words.
 */
export class MailFailed extends Error {
  constructor(
    readonly code: 'mail_refused' | 'mail_unreachable',
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'MailFailed';
  }
}
