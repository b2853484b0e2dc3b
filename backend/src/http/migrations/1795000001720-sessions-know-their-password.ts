import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Adds the mark of the password to each session. Users with an older session have to log in again. */
export class SessionsKnowTheirPassword1795000001720 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // The default value is for backends of the previous version, which serve beside this version during an
    // update.
    await runner.query(`ALTER TABLE admin_sessions ADD COLUMN opened_with text NOT NULL DEFAULT ''`);
  }
}
