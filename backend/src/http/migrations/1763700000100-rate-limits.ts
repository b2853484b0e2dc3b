import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RateLimits1763700000100 implements MigrationInterface {
  readonly name = 'RateLimits1763700000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rate_limits (
        bucket text NOT NULL,
        window_start timestamp with time zone NOT NULL,
        count integer NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket, window_start)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limits');
  }
}
