import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection's version was raised, so that a rebuild fills the column. */
export class AllOpenIntents1795000004900 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE obligations ADD COLUMN open_intents jsonb NOT NULL DEFAULT '[]'");
    await runner.query('ALTER TABLE obligations ALTER COLUMN open_intents DROP DEFAULT');
    await runner.query(
      "CREATE INDEX obligations_open_intents ON obligations (id) WHERE open_intents <> '[]'::jsonb",
    );
  }
}
