import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. What is open at the provider stands elsewhere. */
export class MoneyBack1795000004800 implements MigrationInterface {
  readonly name = 'MoneyBack1795000004800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE ndas ADD COLUMN money_back jsonb NOT NULL DEFAULT '{"due":[],"refunded":[],"chargedBack":[]}'`,
    );
    await runner.query('ALTER TABLE ndas ALTER COLUMN money_back DROP DEFAULT');
    await runner.query('DROP INDEX ndas_payment_open');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX ndas_payment_open ON ndas (id) WHERE party1_open_attempt IS NOT NULL OR party2_open_attempt IS NOT NULL',
    );
    await runner.query('ALTER TABLE ndas DROP COLUMN money_back');
  }
}
