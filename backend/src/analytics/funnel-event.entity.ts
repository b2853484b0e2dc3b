import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Table `funnel_events` (rule:table-names). `view` rows are plain, one per session and day; `created`,
 * `signed` and `paid` are derived from the NDA's events and never written by a client
 * (rule:funnel-comes-from-the-log).
 */
@Entity({ name: 'funnel_events' })
@Index('funnel_events_once', ['eventType', 'sessionId', 'day'], { unique: true })
@Index('funnel_events_day', ['day', 'eventType'])
@Index('funnel_events_visitors', ['timestamp'], { where: 'session_id IS NOT NULL' })
export class FunnelEventEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'funnel_events_pkey' })
  id: string;

  @Column({ name: 'event_type', type: 'text' })
  eventType: string;

  @Column({ name: 'nda_id', type: 'uuid', nullable: true })
  ndaId: string | null;

  @Column({ name: 'timestamp', type: 'timestamp with time zone' })
  timestamp: Date;

  /** In Europe/Berlin. */
  @Column({ name: 'day', type: 'date' })
  day: string;

  /** Keyed hash of what the browser sent; blanked after the retention period. */
  @Column({ name: 'session_id', type: 'text', nullable: true })
  sessionId: string | null;
}
