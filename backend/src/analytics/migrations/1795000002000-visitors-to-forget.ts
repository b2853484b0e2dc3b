import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds indexes over the rows that still contain data about a visitor. With these indexes, such rows are found
 * without reading all rows.
 */
export class VisitorsToForget1795000002000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX page_views_visitors ON page_views ("timestamp")
       WHERE user_agent IS NOT NULL OR session_id IS NOT NULL`,
    );
    await runner.query(
      'CREATE INDEX funnel_events_visitors ON funnel_events ("timestamp") WHERE session_id IS NOT NULL',
    );
  }
}
