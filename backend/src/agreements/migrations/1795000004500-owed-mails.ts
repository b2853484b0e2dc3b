import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection's version was raised, so that a rebuild fills the columns. */
export class OwedMails1795000004500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE ndas ADD COLUMN owed_mails jsonb NOT NULL DEFAULT '{"owed":[],"accepted":[],"told":[]}'`,
    );
    await runner.query('ALTER TABLE ndas ALTER COLUMN owed_mails DROP DEFAULT');
    await runner.query('ALTER TABLE ndas ADD COLUMN mail_owed_until timestamptz');
    await runner.query(
      'CREATE INDEX ndas_mail_owed ON ndas (mail_owed_until, id) WHERE mail_owed_until IS NOT NULL',
    );
  }
}
