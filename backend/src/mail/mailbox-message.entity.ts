import { bytea, entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Mails of the mailbox transport. Each mail is sealed as a whole, with the key of its stream
 * (`OutgoingMail.stream`).
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
     * The mail without the bytes of its attachments, sealed. The list reads only this. Null in rows that
     * earlier versions wrote.
     */
    listed: orNull(bytea),
  },
  [
    { name: 'mailbox_messages_message_key', on: ['messageKey'], unique: true },
    { name: 'mailbox_messages_subject_stream', on: ['subjectStream'] },
    { name: 'mailbox_messages_sent_at', on: ['sentAt'] },
  ],
);
