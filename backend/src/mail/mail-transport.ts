import type { MailKind } from '@siegel/contracts/enums';
import { Unavailable } from '../platform/errors/unavailable.js';

/** A mail as it is handed to a provider. Everything in it may be personal. */
export interface OutgoingMail {
  readonly kind: MailKind;
  /**
   * In angle brackets, derived from the obligation: the same mail always has the same (rule:each-mail-once).
   */
  readonly messageId: string;
  /** Stream of the NDA or withdrawal that it concerns: its key seals what is kept of the mail. */
  readonly stream: string;
  /** As it was typed; it goes out with its domain in ASCII (rule:addresses-of-mail). */
  readonly to: string;
  /** To whom an answer goes; without it, to the sender. */
  readonly replyTo?: MailPerson;
  readonly headers?: MailHeaders;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

/** A name as somebody typed it, and an address. */
export interface MailPerson {
  readonly name: string;
  readonly address: string;
}

/** What a mail may say beside its text, and nothing else (rule:headers-of-mail). */
export const MAIL_HEADERS = ['Auto-Submitted', 'List-Unsubscribe', 'List-Unsubscribe-Post'] as const;
export type MailHeaders = { readonly [Name in (typeof MAIL_HEADERS)[number]]?: string };

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The way to a mail provider. */
export interface MailTransport {
  /** A message that is given twice is sent once. Where that is not so, whoever sends has to see to it. */
  readonly once: boolean;
  /**
   * Resolves when the provider has accepted the message.
   * @param signal breaks it off, unless the provider has all of it: then its answer is awaited
   * @throws MailFailed, MailBrokenOff
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ readonly messageId: string }>;
}

/** The provider does not have the message: it is given it elsewhere, as where a store is away. */
export class MailBrokenOff extends Unavailable {
  constructor(options?: ErrorOptions) {
    super('a mail was broken off before the mail server had all of it', options);
  }
}

/**
 * `mail_refused`: the provider will not take this message for this address, now or later;
 * `mail_unreachable`: it could not be asked, or asks to be asked later; `mail_setup`: it does not take mail
 * from us as we are set up (password, sender, certificate, relaying), whatever the message.
 */
export type MailFault = 'mail_refused' | 'mail_unreachable' | 'mail_setup';

/** Does not hold the provider's words. */
export class MailFailed extends Error {
  /** Its answer was lost: the message may have been accepted. */
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
