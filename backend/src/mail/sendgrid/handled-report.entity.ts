import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Reports of the mail provider that are done. Nothing in it is personal: the id tells nothing. */
@Entity({ name: 'handled_mail_reports' })
@Index('handled_mail_reports_handled_at', ['handledAt'])
export class HandledReportEntity {
  /** As the provider names it, the same each time that it repeats it. */
  @PrimaryColumn({ name: 'event_id', type: 'text', primaryKeyConstraintName: 'handled_mail_reports_pkey' })
  eventId: string;

  @Column({ name: 'handled_at', type: 'timestamp with time zone' })
  handledAt: Date;
}
