import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds the time since which a job has been owed, and an index that finds failed jobs among many waiting ones.
 */
export class JobsKnowTheirAge1795000007610 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE owed_jobs ADD COLUMN made_at timestamp with time zone NOT NULL DEFAULT now()',
    );
    await runner.query(
      'CREATE INDEX owed_jobs_failed ON owed_jobs (task, made_at) WHERE worker IS NULL AND error IS NOT NULL',
    );
  }
}
