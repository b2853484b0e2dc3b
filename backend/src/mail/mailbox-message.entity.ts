import { bytea, entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Mails that the mailbox transport stored. The key of a mail's stream (`OutgoingMail.stream`) seals the whole
 * mail.
 */
export const MailboxMessageEntity = entityOf(
  'mailbox_messages',
  ['id'],
  {
    id: uuid,
    /** The Message-ID. Storing the same mail again adds no row. */
    messageKey: text(),
    /** The mail's stream. The key of this stream seals the mail. */
    subjectStream: text(),
    sealed: bytea,
    sentAt: instant,
    /**
     * The mail without the bytes of its attachments, sealed. The mailbox's list reads only this column. It is
     * null in rows that earlier versions wrote.
     */
    listed: orNull(bytea),
  },
  [
    { name: 'mailbox_messages_message_key', on: ['messageKey'], unique: true },
    { name: 'mailbox_messages_subject_stream', on: ['subjectStream'] },
    { name: 'mailbox_messages_sent_at', on: ['sentAt'] },
  ],
);
