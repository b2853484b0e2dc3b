import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** Adds a job's cause, for log lines and traces. For jobs that are already waiting the cause is unknown. */
export class CausesOfJobs1795000007000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs ADD COLUMN cause jsonb');
  }
}
