import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NdaReplaces1795000000800 implements MigrationInterface {
  readonly name = 'NdaReplaces1795000000800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN replaces uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas DROP COLUMN replaces');
  }
}
