import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a job follows from, for log lines and traces; of those that wait it is not known. */
export class CausesOfJobs1795000007000 implements MigrationInterface {
  readonly name = 'CausesOfJobs1795000007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs ADD COLUMN cause jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owed_jobs DROP COLUMN cause');
  }
}
