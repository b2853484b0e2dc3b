import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class OwedMails1795000004500 implements MigrationInterface {
  readonly name = 'OwedMails1795000004500';

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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ndas_mail_owed');
    for (const name of ['mail_owed_until', 'owed_mails'])
      await runner.query(`ALTER TABLE ndas DROP COLUMN ${name}`);
  }
}
