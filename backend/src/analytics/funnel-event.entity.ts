import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { UNCOUNTED } from './page-view.entity.js';

/**
 * Table `funnel_events` (rule:table-names). Its rows are plain, all of them `view`, one per session and day. `created`,
 * `signed` and `paid` are derived from the NDA's events, in `nda_figures`, and never written by a client
 * (rule:funnel-comes-from-the-log).
 */
@Entity({ name: 'funnel_events' })
@Index('funnel_events_once', ['eventType', 'sessionId', 'day'], { unique: true })
@Index('funnel_events_uncounted', ['day', 'eventType'], { where: UNCOUNTED })
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

  /** The event is in `visit_sums`. */
  @Column({ name: 'is_counted', type: 'boolean', default: false })
  isCounted: boolean;
}
