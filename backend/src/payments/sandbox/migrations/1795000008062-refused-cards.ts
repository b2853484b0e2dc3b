import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds a column to the sandbox's table that records the refusal of each card. A report takes the refusal from
 * this table and not from the job's payload.
 */
export class RefusedCards1795000008062 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "sandbox_payment_intents" ADD COLUMN "refusals" text[] NOT NULL DEFAULT '{}'`,
    );
  }
}
