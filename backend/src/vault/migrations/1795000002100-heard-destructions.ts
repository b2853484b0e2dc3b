import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Destructions are found by the transaction that made them: those since a look, and no others. */
export class HeardDestructions1795000002100 implements MigrationInterface {
  readonly name = 'HeardDestructions1795000002100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "vault_keys" ADD COLUMN "destroyed_in" bigint');
    await runner.query(
      'CREATE INDEX "vault_keys_destroyed_in" ON "vault_keys" ("destroyed_in") WHERE "destroyed_in" IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "vault_keys" DROP COLUMN "destroyed_in"');
  }
}
