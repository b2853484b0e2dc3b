import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds daily sums of visits. Existing rows are not counted yet, and neither are rows written by backends that
 * do not know the sums. The next run of `countVisits` adds all these rows.
 */
export class CountedVisits1795000005420 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['page_views', 'funnel_events'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN is_counted boolean NOT NULL DEFAULT false`);
    await runner.query(
      'CREATE INDEX page_views_uncounted ON page_views ("timestamp", page) WHERE NOT is_counted',
    );
    await runner.query(
      'CREATE INDEX funnel_events_uncounted ON funnel_events (day, event_type) WHERE NOT is_counted',
    );
    await runner.query('DROP INDEX page_views_timestamp');
    await runner.query('DROP INDEX funnel_events_day');
    await runner.query(`
      CREATE TABLE visit_sums (
        kind text NOT NULL, day date NOT NULL, name text NOT NULL, value integer NOT NULL,
        CONSTRAINT visit_sums_pkey PRIMARY KEY (kind, day, name)
      )`);
  }
}
