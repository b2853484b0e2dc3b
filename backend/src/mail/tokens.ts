/**
 * Injection token of the `MailboxReader`; nothing is bound in production or if a real provider is configured.
 */
export const MAILBOX = Symbol('Mailbox');
/** Injection token of the configured `MailTransport`. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
/** Injection token of the configured `OwedMailParts`. */
export const OWED_MAIL_PARTS = Symbol('OwedMailParts');
