import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that began before have to be opened again. */
export class SessionsKnowTheirPassword1795000001720 implements MigrationInterface {
  readonly name = 'SessionsKnowTheirPassword1795000001720';

  async up(runner: QueryRunner): Promise<void> {
    // The default is for backends of the version before, which serve beside this one during a change.
    await runner.query(`ALTER TABLE admin_sessions ADD COLUMN opened_with text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE admin_sessions DROP COLUMN opened_with');
  }
}
