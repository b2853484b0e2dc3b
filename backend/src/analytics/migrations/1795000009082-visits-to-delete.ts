import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds indexes by age over the visits that a sum contains. With these indexes, old visits are found without
 * reading all visits.
 */
export class VisitsToDelete1795000009082 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['page_views', 'funnel_events']) {
      await runner.query(`CREATE INDEX ${table}_counted ON ${table} ("timestamp") WHERE is_counted`);
      await runner.query(`DROP INDEX ${table}_visitors`);
    }
  }
}
