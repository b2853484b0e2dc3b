import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** An index of the leaves of records about streams. Every start compares the records with these few leaves. */
export class LeavesOfRecords1795000010200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX log_leaves_records ON log_leaves (stream, revision) WHERE stream LIKE 'trust-of-%'",
    );
  }
}
