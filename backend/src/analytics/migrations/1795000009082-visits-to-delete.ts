import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Indexes the visits that are in their sums by their age, so that old ones are found without reading all. */
export class VisitsToDelete1795000009082 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['page_views', 'funnel_events']) {
      await runner.query(`CREATE INDEX ${table}_counted ON ${table} ("timestamp") WHERE is_counted`);
      await runner.query(`DROP INDEX ${table}_visitors`);
    }
  }
}
