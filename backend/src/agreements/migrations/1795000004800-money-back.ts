import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * The projection's version was raised, so that a rebuild fills the column. Another table contains the
 * payments that are open at the provider.
 */
export class MoneyBack1795000004800 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE ndas ADD COLUMN money_back jsonb NOT NULL DEFAULT '{"due":[],"refunded":[],"chargedBack":[]}'`,
    );
    await runner.query('ALTER TABLE ndas ALTER COLUMN money_back DROP DEFAULT');
    await runner.query('DROP INDEX ndas_payment_open');
  }
}
