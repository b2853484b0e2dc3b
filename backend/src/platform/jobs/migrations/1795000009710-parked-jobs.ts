import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** Adds what a parked job waits for. Parked jobs are in an index of their own, and in none of the others. */
export class ParkedJobs1795000009710 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs ADD COLUMN parked_for text');
    await runner.query('DROP INDEX owed_jobs_waiting');
    await runner.query(
      `CREATE INDEX owed_jobs_waiting ON owed_jobs (task, priority, run_at)
       WHERE worker IS NULL AND parked_for IS NULL`,
    );
    await runner.query('DROP INDEX owed_jobs_failed');
    await runner.query(
      `CREATE INDEX owed_jobs_failed ON owed_jobs (task, made_at)
       WHERE worker IS NULL AND parked_for IS NULL AND error IS NOT NULL`,
    );
    await runner.query(
      'CREATE INDEX owed_jobs_parked ON owed_jobs (task, parked_for) WHERE parked_for IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX owed_jobs_parked_for ON owed_jobs (parked_for) WHERE parked_for IS NOT NULL',
    );
  }
}
