import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Stores the number of the transaction with each destruction. With these numbers, a check finds exactly the
 * destructions since the previous check.
 */
export class HeardDestructions1795000002100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "vault_keys" ADD COLUMN "destroyed_in" bigint');
    await runner.query(
      'CREATE INDEX "vault_keys_destroyed_in" ON "vault_keys" ("destroyed_in") WHERE "destroyed_in" IS NOT NULL',
    );
  }
}
