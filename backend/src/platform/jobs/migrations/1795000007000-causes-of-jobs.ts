import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** What a job follows from, for log lines and traces; of those that wait it is not known. */
export class CausesOfJobs1795000007000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs ADD COLUMN cause jsonb');
  }
}
