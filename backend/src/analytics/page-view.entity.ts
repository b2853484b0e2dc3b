import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Rows that stand in no sum yet. */
export const UNCOUNTED = 'NOT is_counted';

/** Table `page_views` (rule:table-names): plain rows, no projection. */
@Entity({ name: 'page_views' })
@Index('page_views_uncounted', ['timestamp', 'page'], { where: UNCOUNTED })
@Index('page_views_visitors', ['timestamp'], { where: 'user_agent IS NOT NULL OR session_id IS NOT NULL' })
export class PageViewEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'page_views_pkey' })
  id: string;

  @Column({ name: 'page', type: 'text' })
  page: string;

  @Column({ name: 'timestamp', type: 'timestamp with time zone' })
  timestamp: Date;

  /** Blanked after the retention period, as is the session. */
  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent: string | null;

  /** Keyed hash of what the browser sent. */
  @Column({ name: 'session_id', type: 'text', nullable: true })
  sessionId: string | null;

  /** The view is in `visit_sums`. */
  @Column({ name: 'is_counted', type: 'boolean', default: false })
  isCounted: boolean;
}
