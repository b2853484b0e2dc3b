/** Injection token of the `MailboxReader`; absent in production and with a real provider. */
export const MAILBOX = Symbol('Mailbox');
/** Injection token of the configured `MailTransport`. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
/** Injection token of the configured `OwedMailParts`. */
export const OWED_MAIL_PARTS = Symbol('OwedMailParts');
