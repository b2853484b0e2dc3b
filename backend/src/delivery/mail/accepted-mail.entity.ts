import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Messages that a mail provider has accepted. Nothing in it is personal: the id tells nothing. */
@Entity({ name: 'accepted_mails' })
@Index('accepted_mails_accepted_at', ['acceptedAt'])
export class AcceptedMailEntity {
  /** In angle brackets, derived from what was owed. */
  @PrimaryColumn({ name: 'message_id', type: 'text', primaryKeyConstraintName: 'accepted_mails_pkey' })
  messageId: string;

  @Column({ name: 'accepted_at', type: 'timestamp with time zone' })
  acceptedAt: Date;
}
