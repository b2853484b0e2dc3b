import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** Adds the cause of a job, for log lines and traces; unknown for jobs that wait already. */
export class CausesOfJobs1795000007000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs ADD COLUMN cause jsonb');
  }
}
