import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Mails of the mailbox transport, each sealed whole with the key of the NDA that it concerns. */
@Entity({ name: 'mailbox_messages' })
@Index('mailbox_messages_message_key', ['messageKey'], { unique: true })
@Index('mailbox_messages_subject_stream', ['subjectStream'])
@Index('mailbox_messages_sent_at', ['sentAt'])
export class MailboxMessageEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'mailbox_messages_pkey' })
  id: string;

  /** The Message-ID: a repetition adds nothing. */
  @Column({ name: 'message_key', type: 'text' })
  messageKey: string;

  /** Stream of the NDA whose key seals the mail. */
  @Column({ name: 'subject_stream', type: 'text' })
  subjectStream: string;

  @Column({ name: 'sealed', type: 'bytea' })
  sealed: Buffer;

  @Column({ name: 'sent_at', type: 'timestamp with time zone' })
  sentAt: Date;
}
