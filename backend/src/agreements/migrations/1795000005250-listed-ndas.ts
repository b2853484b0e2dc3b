import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Adds indexes, so that the admin's list finds its pages by reading indexes only. */
export class ListedNdas1795000005250 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ndas_listed ON ndas (created_at, id) WHERE NOT discarded');
    await runner.query(
      'CREATE INDEX ndas_listed_by_status ON ndas (status, created_at, id) WHERE NOT discarded',
    );
  }
}
