import type { MailKind } from '@siegel/contracts/enums';
import { Unavailable } from '../platform/errors/unavailable.js';

/** A mail as it is handed to a provider. Everything in it may be personal. */
export interface OutgoingMail {
  readonly kind: MailKind;
  /**
   * In angle brackets, derived from the obligation: the same mail always has the same id
   * (rule:each-mail-once).
   */
  readonly messageId: string;
  /** Stream of the NDA or withdrawal that it concerns; its key seals every stored copy of the mail. */
  readonly stream: string;
  /** As it was typed; the transport writes its domain in ASCII (rule:addresses-of-mail). */
  readonly to: string;
  /** Address for answers; without it they go to the sender. */
  readonly replyTo?: MailPerson;
  readonly headers?: MailHeaders;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** A name as a person typed it, and an address. */
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

/** The way to a mail provider. */
export interface MailTransport {
  /**
   * True if a message that is given twice is sent once. If false, the caller has to prevent a second sending.
   */
  readonly once: boolean;
  /**
   * Resolves when the provider has accepted the message.
   * @param signal aborts the attempt, unless the provider has the whole message: then its answer is awaited
   * @throws MailFailed, MailBrokenOff
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ readonly messageId: string }>;
}

/** The provider does not have the message; another backend will hand it over, as when a store is away. */
export class MailBrokenOff extends Unavailable {
  constructor(options?: ErrorOptions) {
    super('a mail was broken off before the mail server had all of it', options);
  }
}

/**
 * `mail_refused`: the provider will not take this message for this address, now or later; `mail_unreachable`:
 * the provider could not be reached, or asks for a later attempt; `mail_setup`: it takes no mail from us as
 * we are set up (password, sender, certificate, relaying), whatever the message.
 */
export type MailFault = 'mail_refused' | 'mail_unreachable' | 'mail_setup';

/** The error does not contain the provider's words. */
export class MailFailed extends Error {
  /** True if the provider's answer was lost: the message may have been accepted. */
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
