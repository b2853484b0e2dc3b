import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Numbers the destroyed keys in the order in which they become visible. A reader can continue after the last
 * number that it has read, even on another server. The column with the transaction's number is dropped,
 * because that number has no meaning on another server.
 */
export class DestructionNumbers1795000003200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "vault_keys" DROP COLUMN "destroyed_in"');
    await runner.query('ALTER TABLE "vault_keys" ADD "destruction" bigint');
    await runner.query('CREATE SEQUENCE "vault_keys_destruction_seq" AS bigint');
    await runner.query(`
      UPDATE "vault_keys" SET "destruction" = numbered.n
      FROM (SELECT subject, row_number() OVER (ORDER BY destroyed_at, subject) AS n FROM vault_keys WHERE destroyed_at IS NOT NULL) numbered
      WHERE numbered.subject = "vault_keys".subject`);
    await runner.query(
      `SELECT setval('vault_keys_destruction_seq', max(destruction)) FROM vault_keys HAVING max(destruction) IS NOT NULL`,
    );
    await runner.query(
      'CREATE UNIQUE INDEX "vault_keys_destruction" ON "vault_keys" ("destruction") WHERE destruction IS NOT NULL',
    );
  }
}
