import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Table for the verification of the whole log. It holds the progress of the current verification. If no
 * verification is running, it holds the result of the last verification.
 */
export class LogVerification1795000006810 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_verification (
        single boolean NOT NULL DEFAULT true,
        state text NOT NULL,
        turn bigint NOT NULL,
        store_id text,
        pass jsonb,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        first_broken jsonb,
        CONSTRAINT log_verification_pkey PRIMARY KEY (single)
      )`);
  }
}
