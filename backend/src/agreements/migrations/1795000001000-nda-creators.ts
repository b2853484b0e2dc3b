import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser's own NDAs are looked for by its creator key. */
export class NdaCreators1795000001000 implements MigrationInterface {
  readonly name = 'NdaCreators1795000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ndas_creator_key_hashes ON ndas USING gin (creator_key_hashes)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ndas_creator_key_hashes');
  }
}
