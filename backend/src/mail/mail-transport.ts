import type { MailKind } from '@siegel/contracts/enums';
import { Unavailable } from '../platform/errors/unavailable.js';

/** A mail as it is handed to a provider. Every part of it may contain personal data. */
export interface OutgoingMail {
  readonly kind: MailKind;
  /**
   * Message-ID in angle brackets. It is derived from the obligation to send the mail, so every attempt to
   * send the mail uses the same id (rule:each-mail-once).
   */
  readonly messageId: string;
  /**
   * Stream of the NDA or withdrawal that the mail concerns; `operator` for mails to the operator. The key of
   * this stream seals every stored copy of the mail.
   */
  readonly stream: string;
  /**
   * The address as it was typed. The transport writes the address's domain in ASCII (rule:addresses-of-mail).
   */
  readonly to: string;
  /** Address for replies. Without it, replies go to the sender. */
  readonly replyTo?: MailPerson;
  readonly headers?: MailHeaders;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** A person's name, as it was typed, and that person's mail address. */
export interface MailPerson {
  readonly name: string;
  readonly address: string;
}

/** The only extra headers that a mail may have (rule:headers-of-mail). */
export const MAIL_HEADERS = ['Auto-Submitted', 'List-Unsubscribe', 'List-Unsubscribe-Post'] as const;
export type MailHeaders = { readonly [Name in (typeof MAIL_HEADERS)[number]]?: string };

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The interface to a mail provider. */
export interface MailTransport {
  /**
   * True if the transport sends a message only once even if the caller hands it over twice. If false, the
   * caller must prevent a second copy.
   */
  readonly once: boolean;
  /**
   * Resolves when the provider has accepted the message.
   * @param signal aborts the attempt. If the provider already has the whole message, `send` is not aborted,
   * but waits for the provider's response.
   * @throws MailFailed, MailBrokenOff
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ readonly messageId: string }>;
}

/**
 * The attempt was aborted before the provider had the whole message. Another backend will send the message,
 * as it does after an outage of a store.
 */
export class MailBrokenOff extends Unavailable {
  constructor(options?: ErrorOptions) {
    super('a mail was broken off before the mail server had all of it', options);
  }
}

/**
 * `mail_refused`: the provider will never accept this message for this address. `mail_unreachable`: the
 * provider could not be reached, or requests a later attempt. `mail_setup`: the provider accepts no mail from
 * us at all, because of our setup (password, sender, certificate, relaying).
 */
export type MailFault = 'mail_refused' | 'mail_unreachable' | 'mail_setup';

/** The error omits the text of the provider's response. */
export class MailFailed extends Error {
  /** True if the provider's response was lost, so the message may have been accepted. */
  readonly fateUnknown: boolean;

  constructor(
    readonly code: MailFault,
    { fateUnknown = false, cause }: { readonly fateUnknown?: boolean; readonly cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.name = 'MailFailed';
    this.fateUnknown = fateUnknown;
  }
}
