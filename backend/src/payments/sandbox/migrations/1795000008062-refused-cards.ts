import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * The sandbox's books record how each card was refused. A report takes the refusal from the books, not from
 * the queue.
 */
export class RefusedCards1795000008062 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "sandbox_payment_intents" ADD COLUMN "refusals" text[] NOT NULL DEFAULT '{}'`,
    );
  }
}
