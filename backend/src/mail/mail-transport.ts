import type { MailKind } from '@siegel/contracts/enums';
import { Unavailable } from '../platform/errors/unavailable.js';

/** A mail as it is handed to a provider. All of it may be personal. */
export interface OutgoingMail {
  readonly kind: MailKind;
  /**
   * Message-ID in angle brackets, derived from the obligation: the same mail always has the same id
   * (rule:each-mail-once).
   */
  readonly messageId: string;
  /** Stream of the NDA or withdrawal that the mail concerns. Its key seals every stored copy of the mail. */
  readonly stream: string;
  /** As it was typed; the transport writes its domain in ASCII (rule:addresses-of-mail). */
  readonly to: string;
  /** Address for answers. Without it, answers go to the sender. */
  readonly replyTo?: MailPerson;
  readonly headers?: MailHeaders;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** A person's name as it was typed, and an address. */
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
   * True if a message that is handed over twice is sent only once. If false, the caller has to prevent a
   * second copy.
   */
  readonly once: boolean;
  /**
   * Resolves when the provider has accepted the message.
   * @param signal aborts the attempt, unless the provider already has the whole message; then the answer is
   * awaited
   * @throws MailFailed, MailBrokenOff
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ readonly messageId: string }>;
}

/**
 * The provider does not have the message. Another backend will hand it over, as after the outage of a store.
 */
export class MailBrokenOff extends Unavailable {
  constructor(options?: ErrorOptions) {
    super('a mail was broken off before the mail server had all of it', options);
  }
}

/**
 * `mail_refused`: the provider will never accept this message for this address; `mail_unreachable`: the
 * provider could not be reached, or asks for a later attempt; `mail_setup`: because of our setup (password,
 * sender, certificate, relaying) it accepts no mail from us at all.
 */
export type MailFault = 'mail_refused' | 'mail_unreachable' | 'mail_setup';

/** The error does not contain the provider's words. */
export class MailFailed extends Error {
  /** True if the provider's answer was lost, so the message may have been accepted. */
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
