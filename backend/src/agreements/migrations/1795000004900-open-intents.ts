import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class AllOpenIntents1795000004900 implements MigrationInterface {
  readonly name = 'AllOpenIntents1795000004900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE obligations ADD COLUMN open_intents jsonb NOT NULL DEFAULT '[]'");
    await runner.query('ALTER TABLE obligations ALTER COLUMN open_intents DROP DEFAULT');
    await runner.query(
      "CREATE INDEX obligations_open_intents ON obligations (id) WHERE open_intents <> '[]'::jsonb",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX obligations_open_intents');
    await runner.query('ALTER TABLE obligations DROP COLUMN open_intents');
  }
}
