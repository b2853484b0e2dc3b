import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Sessions that began before have to be opened again. */
export class SessionsKnowTheirPassword1795000001720 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // The default is for backends of the version before, which serve beside this one during a change.
    await runner.query(`ALTER TABLE admin_sessions ADD COLUMN opened_with text NOT NULL DEFAULT ''`);
  }
}
