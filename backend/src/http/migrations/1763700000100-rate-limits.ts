import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class RateLimits1763700000100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rate_limits (
        bucket text NOT NULL,
        window_start timestamp with time zone NOT NULL,
        count integer NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket, window_start)
      )`);
  }
}
