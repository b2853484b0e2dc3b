/** Injection token of the `MailboxReader`; absent in production and where a real provider sends. */
export const MAILBOX = Symbol('Mailbox');
/** Injection token of the `MailTransport` that is configured. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
