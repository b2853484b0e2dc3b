import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds a column for the refusals of cards to the sandbox's table. A report takes the refusal from this column
 * and not from the job's payload.
 */
export class RefusedCards1795000008062 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "sandbox_payment_intents" ADD COLUMN "refusals" text[] NOT NULL DEFAULT '{}'`,
    );
  }
}
