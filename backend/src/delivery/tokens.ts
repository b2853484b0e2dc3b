/** Injection token of the `MailboxReader`; absent in production and where a real provider sends. */
export const MAILBOX = Symbol('Mailbox');
