import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Messages that were given to a mail provider, and which of them it has accepted. Nothing in it is personal:
 * the id tells nothing.
 */
@Entity({ name: 'accepted_mails' })
@Index('accepted_mails_accepted_at', ['acceptedAt'])
export class AcceptedMailEntity {
  /** In angle brackets, derived from what was owed. */
  @PrimaryColumn({ name: 'message_id', type: 'text', primaryKeyConstraintName: 'accepted_mails_pkey' })
  messageId: string;

  /** When somebody last began to send it, by the database's clock. */
  @Column({ name: 'begun_at', type: 'timestamp with time zone', nullable: true })
  begunAt: Date | null;

  /** The attempt that then began: it may ask again where it got no answer. */
  @Column({ name: 'begun_by', type: 'uuid', nullable: true })
  begunBy: string | null;

  /** Null while that is not known. */
  @Column({ name: 'accepted_at', type: 'timestamp with time zone', nullable: true })
  acceptedAt: Date | null;

  /** A keyed hash of the message's id, and of `begunBy` until it is accepted: without it the row says nothing. */
  @Column({ name: 'proof', type: 'text', nullable: true })
  proof: string | null;
}
