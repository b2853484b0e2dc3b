/** Injection token of the `MailboxReader`; absent in production and where a real provider sends. */
export const MAILBOX = Symbol('Mailbox');
/** Injection token of the `MailTransport` that is configured. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
/** Injection token of the `OwedMailParts` as they are configured. */
export const OWED_MAIL_PARTS = Symbol('OwedMailParts');
